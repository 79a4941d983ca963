/**
 * Part of the wrapper catalogue: what a command carried by an option is given after its own words:
 * `rg --pre git x push` runs `git push`. For restrictions only.
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { innerArgv, innerCut, innerScript } from './unwrapped.ts'
import type { Traits, Unwrapped } from './unwrapped.ts'

/** Options whose command is given words of the line, starting with any of them. */
const WORDS: Readonly<Record<string, string>> = {
  git: '-u --upload-pack --receive-pack --exec --to-cmd --cc-cmd --header-cmd .external .command',
  helm: '--post-renderer',
  just: '--shell',
  mlr: '--prepipex',
  nodemon: '-x --exec',
  rg: '--pre',
  tcpdump: '-z',
  terragrunt: '--terragrunt-tfpath --tf-path',
  zip: '-TT',
}

/** Options whose command is given the files that were found. */
const FOUND: Readonly<Record<string, string>> = { git: '-O --open-files-in-pager' }

/** Options whose command is given the host of an address. */
const HOSTS: Readonly<Record<string, string>> = {
  borg: '--rsh',
  cpio: '--rsh-command',
  git: '.sshcommand .gitproxy',
  rsync: '-e --rsh',
  tar: '--rsh-command',
}

/** At most this many words or hosts are tried. */
const MOST = 50
const ADDRESS = /^(?:--?[\w-]+=)?(?:[a-z+]+:\/\/(?:[^@/]*@)?(\w[\w.-]*)|(?:[^@/:]*@)?(\w[\w.-]*):)/u
/** A remote shell runs nothing of its own here, and the program that starts it tells it what to run there. */
const REMOTE_SHELL = /^(?:ssh|rsh)(?: [\w./~=,:@-]+)*$/u

/** An option that gives the pattern, so the first operand is not the pattern. */
const PATTERN = /^(?:-\w*[ef]|--(?:regexp|file))/u

/** The command that this option carries, with what it may be given: `argv` holds the words that it may be given. */
export function carried(
  program: string,
  option: string,
  script: string,
  argv: readonly Word[],
  traits?: Traits,
): readonly Unwrapped[] {
  const alone = innerScript(script, 'sh', traits)
  if (isGiven(FOUND, program, option))
    return [alone, innerArgv([...script.trim().split(/\s+/u), null], { guess: true, many: true })]
  if (isGiven(WORDS, program, option)) return [alone, ...withWords(script, argv, program === 'rg')]
  if (!isGiven(HOSTS, program, option)) return [alone]
  const hosts = hostsIn(argv)
  if (hosts.length > MOST) return [alone, innerCut('hosts')]
  const there = hosts.map((host) => innerScript(`${script} ${host} ${program}`, 'sh', traits))
  const hidden = argv.includes(null)
    ? [innerArgv([...script.trim().split(/\s+/u), null, program], { guess: true })]
    : []
  const given = [...there, ...hidden]
  return given.length > 0 && REMOTE_SHELL.test(script) && tellsHosts(program, script, argv) ? given : [alone, ...given]
}

/**
 * For git, `HEAD:main` is not an address. For other programs a word with a colon is one, even if it cannot be read
 * (`[host]:a`).
 */
function tellsHosts(program: string, script: string, argv: readonly Word[]): boolean {
  if (program === 'git') return argv.some((word) => word !== null && /@|:\/\//u.test(word) && ADDRESS.test(word))
  return argv.every((word) => word === null || !word.includes(':') || word.endsWith(script) || ADDRESS.test(word))
}

function hostsIn(argv: readonly Word[]): readonly string[] {
  const hosts = argv.flatMap((word) => {
    const address = word === null ? null : ADDRESS.exec(word)
    return address?.[1] ?? address?.[2] ?? []
  })
  return [...new Set(hosts)]
}

function withWords(script: string, argv: readonly Word[], searches: boolean): readonly Unwrapped[] {
  const words = script.trim().split(/\s+/u)
  const behind = [...argv.keys()].filter((at) => at > 0 && mayBeGiven(argv[at] ?? null, script))
  if (searches && !argv.some((word) => word === null || PATTERN.test(word))) behind.shift()
  if (behind.length > MOST) return [innerCut('words')]
  return behind.map((at) => innerArgv([...words, ...argv.slice(at)], { guess: true }))
}

function isGiven(lists: Readonly<Record<string, string>>, program: string, option: string): boolean {
  return Object.hasOwn(lists, program) && lists[program]?.split(' ').includes(option) === true
}

function mayBeGiven(word: Word, script: string): boolean {
  return word === null || (word !== script && !startsWith(word, '-'))
}
