/** `countersign profiles`: named sets of rules, grants and mode, which can be kept, passed on and applied again. */

import { writeFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Management } from '../../gate/management.ts'
import { readProfile, writeProfile } from '../../gate/profiles/file.ts'
import type { ProfileContent, ReadProfile } from '../../gate/profiles/file.ts'
import type { Profiles, TakingUp } from '../../gate/profiles/profiles.ts'
import { whyNotWritten } from '../../policy/replace-file.ts'
import { BadUse, BrokenPolicy } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { textOf } from '../given-file.ts'
import { print, printJson, write } from '../output.ts'
import { counted } from '../render/counted.ts'
import { changesJson, drawChanges, drawProfiles } from '../render/profiles.ts'
import { verbOf } from '../verbs.ts'
import { managing } from './managing.ts'

const TAKING_UP = ['merge', 'replace', 'preview']
const VERBS = {
  list: {},
  save: { needs: ['a name'] },
  use: { needs: ['the name of a profile'], takes: TAKING_UP },
  remove: { needs: ['the name of a profile'] },
  export: { needs: ['a FILE'], takes: ['name', 'force'] },
  import: { needs: ['a FILE'], takes: TAKING_UP },
}

export function run(invocation: Invocation): Promise<number> {
  const { verb, rest } = verbOf(invocation, VERBS)
  const what = rest[0] ?? ''
  // Read before anything is opened, so that a broken file changes nothing.
  const given = verb === 'import' ? soundly(readProfile(textOf(what, 'the profile'), what)) : undefined
  const how = howOf(invocation)
  return managing(invocation, ({ profiles }) => {
    switch (verb) {
      case 'list':
        return list(invocation, profiles)
      case 'save':
        return save(invocation, profiles, what)
      case 'remove':
        return remove(invocation, profiles, what)
      case 'export':
        return exportTo(invocation, profiles, what)
      case 'use':
        return use(invocation, profiles, what, how)
      case 'import':
        return take(invocation, profiles, given as ProfileContent, how)
    }
  })
}

async function list({ on }: Invocation, profiles: Profiles): Promise<number> {
  const kept = await profiles.list()
  if (on.has('json')) printJson({ profiles: kept.map(({ name, savedAt }) => ({ name, savedAt })) })
  else print((page) => drawProfiles(page, kept, Date.now()))
  return EXIT.ok
}

async function save({ on }: Invocation, profiles: Profiles, name: string): Promise<number> {
  const { rules, grants, mode } = await profiles.capture(name)
  if (on.has('json')) printJson({ saved: name, mode: mode ?? null, rules: rules.length, grants: grants.length })
  else
    print((page) =>
      page.line([name, 'bold'], ` is saved: ${counted(rules.length, 'rule')}, ${counted(grants.length, 'grant')}.`),
    )
  return EXIT.ok
}

async function remove({ on }: Invocation, profiles: Profiles, name: string): Promise<number> {
  if (!(await profiles.remove(name))) throw noSuch(name)
  if (on.has('json')) printJson({ removed: name })
  else print((page) => page.line([name, 'bold'], ' is no longer kept. What it was taken up for stays.'))
  return EXIT.ok
}

async function exportTo({ on, values }: Invocation, profiles: Profiles, file: string): Promise<number> {
  const name = values.get('name')
  const content = name === undefined ? await profiles.present(nameFrom(file)) : await kept(profiles, name)
  const text = writeProfile(content)
  if (file === '-') {
    write(text)
    return EXIT.ok
  }
  try {
    writeFileSync(file, text, { flag: on.has('force') ? 'w' : 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new BadUse(`${file} is there already`, '--force writes over it.')
    throw new BadUse(`${file} cannot be written: ${whyNotWritten(error)}`)
  }
  if (on.has('json')) printJson({ exported: content.name, file })
  else print((page) => page.line([content.name, 'bold'], ` is in ${file}.`))
  return EXIT.ok
}

async function use(invocation: Invocation, profiles: Profiles, name: string, how: How): Promise<number> {
  const content = await kept(profiles, name)
  if (how.taking === undefined && !how.preview)
    throw new BadUse('use needs --merge or --replace', '--preview shows what would change.')
  return takeUp(invocation, profiles, content, how)
}

async function take(invocation: Invocation, profiles: Profiles, content: ProfileContent, how: How): Promise<number> {
  if (how.preview) return takeUp(invocation, profiles, content, how)
  if (how.taking !== undefined) {
    const code = await takeUp(invocation, profiles, content, how)
    await profiles.keep(content)
    return code
  }
  await profiles.keep(content)
  if (invocation.on.has('json')) printJson({ kept: content.name })
  else
    print((page) => {
      page.line([content.name, 'bold'], ' is kept; nothing else has changed.')
      page.line(`\`countersign profiles use ${content.name} --merge\` or \`--replace\` takes it up.`)
    })
  return EXIT.ok
}

async function takeUp({ on }: Invocation, profiles: Profiles, content: ProfileContent, how: How): Promise<number> {
  const taking = how.taking ?? 'merge'
  const changes = how.preview ? await profiles.preview(content, taking) : await profiles.takeUp(content, taking)
  if (on.has('json')) printJson({ profile: content.name, how: taking, done: !how.preview, ...changesJson(changes) })
  else print((page) => drawChanges(page, changes, !how.preview))
  return EXIT.ok
}

interface How {
  readonly preview: boolean
  readonly taking: TakingUp | undefined
}

function howOf({ on }: Invocation): How {
  if (on.has('merge') && on.has('replace')) throw new BadUse('--merge and --replace do not go together')
  return { preview: on.has('preview'), taking: on.has('merge') ? 'merge' : on.has('replace') ? 'replace' : undefined }
}

async function kept(profiles: Management['profiles'], name: string): Promise<ProfileContent> {
  const read = await profiles.get(name)
  if (read === undefined) throw noSuch(name)
  return soundly(read)
}

function soundly({ profile, problems }: ReadProfile): ProfileContent {
  if (profile === undefined) throw new BrokenPolicy(problems)
  return profile
}

function noSuch(name: string): BadUse {
  return new BadUse(`there is no profile ${name}`, '`countersign profiles` lists them.')
}

function nameFrom(file: string): string {
  return file === '-' ? 'exported' : basename(file, extname(file))
}
