/** `countersign trust`: the folders whose own allow rules count. */

import { resolve } from 'node:path'
import { findRoot, realOrSpelled } from '../../policy/root.ts'
import { distrustFolder, readTrust, trustFolder } from '../../policy/trust.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { homeFolder } from '../home.ts'
import { print, printJson } from '../output.ts'

export async function run({ args, on }: Invocation): Promise<number> {
  if (on.has('list')) return list(args, on)
  const home = homeFolder()
  const given = args[0]
  const folder = given === undefined ? findRoot(process.cwd(), realOrSpelled(home)) : resolve(given)
  const remove = on.has('remove')
  const changed = await (remove ? distrustFolder(folder, home) : trustFolder(folder, home))
  if (!changed.ok) throw new BadUse(changed.why)
  if (remove && !changed.wasTrusted)
    throw new BadUse(`${changed.folder} is not trusted`, '`countersign trust --list` lists what is.')
  if (on.has('json')) printJson({ folder: changed.folder, trusted: !remove })
  else {
    const sentence = remove ? 'is trusted no longer' : 'is trusted now: what its own policy files allow counts here'
    print((page) => page.line([changed.folder, 'bold'], ` ${sentence}.`))
  }
  return EXIT.ok
}

function list(args: readonly string[], on: ReadonlySet<string>): number {
  if (args.length > 0 || on.has('remove')) throw new BadUse('--list stands alone')
  const { file, folders, problem } = readTrust(homeFolder())
  if (problem !== undefined) throw new BadUse(`${file} ${problem}`)
  if (on.has('json')) printJson({ folders })
  else {
    print((page) => {
      if (folders.length === 0) page.line('No folder is trusted.')
      for (const { path, since } of folders) page.line(path, [`  since ${since.slice(0, 10)}`, 'dim'])
    })
  }
  return EXIT.ok
}
