/**
 * Part of the danger catalogue: repositories that several commands of a line fetch and run, or push to somebody else.
 */

import type { Word } from '../../../engine/effect.ts'
import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'
import { startedFile } from './started.ts'

const NOTHING: readonly Found[] = []
const ADDRESS = /^(?:[a-z+]+:\/\/|[\w.-]+@[\w.-]+:)/iu

/** `git clone https://x/r && cd r && ./install.sh`. */
export function clonedAndRun(commands: readonly DangerInput[]): readonly Found[] {
  if (!commands.some(({ program, argv }) => program === 'git' && argv[1] === 'clone')) return NOTHING
  let folder: string | undefined
  let inside = false
  for (const command of commands) {
    const { program, argv } = command
    if (program === 'git' && argv[1] === 'clone') folder = cloneOf(argv)
    else if (folder === undefined) continue
    else if (program === 'cd') inside = argv[1] === folder || argv[1] === `${folder}/`
    else if (program !== 'chmod') {
      const started = startedFile(command)?.replace(/^\.\//u, '')
      if (MAKERS.has(program) && argv.includes('install') && (inside || argv.includes(folder)))
        return [found('remote-code', 'medium', 'Fetches a repository and installs what it says')]
      if (started?.startsWith(`${folder}/`) === true || (inside && started?.startsWith('/') === false))
        return [found('remote-code', 'medium', `Fetches a repository and runs ${started} of it`)]
    }
  }
  return NOTHING
}

const MAKERS: ReadonlySet<string> = new Set(['make', 'gmake'])

/** The folder that `git clone` makes for this address. */
function cloneOf(argv: readonly Word[]): string | undefined {
  const from = argv.findIndex((word) => word !== null && ADDRESS.test(word))
  if (from < 0) return undefined
  const to = argv[from + 1]
  return to ?? argv[from]?.replace(/^.*[/:]/u, '').replace(/\.git$/u, '')
}

/**
 * `git remote add x https://y && git push x`, `git remote set-url origin https://y && git push`. `origin` may be added: a
 * new repository is first pushed there.
 */
export function pushedElsewhere(commands: readonly DangerInput[]): readonly Found[] {
  const added = new Set<Word | undefined>()
  let moved: string | undefined
  for (const { program, argv } of commands) {
    if (program !== 'git') continue
    const at = argv.indexOf('remote')
    if (at > 0 && argv[at + 1] === 'add' && ADDRESS.test(argv.at(-1) ?? '')) added.add(argv.at(-2))
    const to = argv.includes('push') ? argv.find((word) => word !== 'origin' && added.has(word)) : undefined
    if (moved !== undefined && argv.includes('push'))
      return [found('exfiltration', 'medium', `Sends commits to ${moved}, where a remote was led just before`)]
    moved = ledTo(argv) ?? moved
    if (typeof to === 'string')
      return [found('exfiltration', 'medium', `Sends commits to ${to}, a remote that was added just before`)]
  }
  return NOTHING
}

const URL_KEY = /^remote\..+\.(?:push)?url$/iu

/** `git remote set-url origin https://y`, `git config remote.origin.pushurl https://y`. */
function ledTo(argv: readonly Word[]): string | undefined {
  const to = argv.at(-1)
  const leads = argv.includes('set-url') || (argv.includes('config') && argv.some((word) => URL_KEY.test(word ?? '')))
  return leads && typeof to === 'string' && ADDRESS.test(to) ? to : undefined
}
