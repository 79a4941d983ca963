/** Part of the wrapper catalogue: the places on git's command line where a command stands that git runs. */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { isGitCommand } from './git-commands.ts'
import { carried } from './given-more.ts'
import { gluedTo, isShortened } from './options.ts'
import { textCommands } from './texts.ts'
import { innerArgv, innerCode, innerEvaluated, innerScript, joined } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

const GLOBAL_VALUES: ReadonlySet<string> = new Set([
  '-C',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--super-prefix',
  '--exec-path',
  '--attr-source',
])

/** Configuration keys whose value git runs, by how they end and by how they begin. */
const KEY_ENDS = [
  '.pager',
  '.editor',
  '.sshcommand',
  '.fsmonitor',
  '.external',
  'command',
  '.textconv',
  '.driver',
  '.clean',
  '.smudge',
  '.process',
  '.helper',
  '.program',
  '.uploadpack',
  '.receivepack',
  '.cmd',
  '.askpass',
  '.difffilter',
  '.vcs',
  '.gitproxy',
  '.trustexitcode',
  '.packobjectshook',
  '.sendemailcmd',
  '.tocmd',
  '.cccmd',
  '.sendmailcmd',
  '.hookspath',
  '.templatedir',
  '.path',
  '.tunnel',
  '.httpd',
  '.browser',
  '.smtpserver',
]
const SETTINGS: ReadonlySet<string> = new Set([
  'true',
  'false',
  'yes',
  'no',
  'on',
  'off',
  '0',
  '1',
  '',
  'cat',
  'less',
  'store',
  'cache',
  'osxkeychain',
  'manager',
])

/** Options of subcommands that take a command. */
const COMMAND_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  rebase: ['-x', '--exec'],
  difftool: ['-x', '--extcmd'],
  grep: ['-O', '--open-files-in-pager'],
  'filter-branch': [
    '--env-filter',
    '--tree-filter',
    '--index-filter',
    '--parent-filter',
    '--msg-filter',
    '--commit-filter',
    '--tag-name-filter',
    '--setup',
  ],
  clone: ['-u', '--upload-pack'],
  fetch: ['--upload-pack'],
  pull: ['--upload-pack'],
  push: ['--receive-pack', '--exec'],
  'ls-remote': ['--upload-pack', '--exec'],
  'fetch-pack': ['--upload-pack', '--exec'],
  'send-pack': ['--receive-pack', '--exec'],
  archive: ['--exec'],
  'send-email': ['--to-cmd', '--cc-cmd', '--header-cmd', '--sendmail-cmd', '--smtp-server'],
  shell: ['-c'],
  daemon: ['--access-hook'],
  instaweb: ['-d', '--httpd', '-b', '--browser'],
  'web--browse': ['-b', '--browser'],
}

/** Subcommands that run one of their words. */
const EVALUATING: ReadonlySet<string> = new Set([
  'bisect',
  'submodule',
  'config',
  'filter-repo',
  'for-each-repo',
  'init',
  ...Object.keys(COMMAND_OPTIONS),
])

export const readGit: Reader = (argv) => {
  const out: Unwrapped[] = []
  let aliases: Map<string, string> | undefined
  let at = 1
  for (; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || !startsWith(word, '-')) break
    if (word === '-c' || (startsWith(word, '-c') && !startsWith(word, '--'))) {
      aliases ??= new Map()
      configured(word === '-c' ? (argv[++at] ?? null) : word.slice(2), aliases, out, argv)
    } else if (startsWith(word, '--config-env')) {
      const setting = word === '--config-env' ? (argv[++at] ?? null) : word.slice('--config-env='.length)
      // The value comes from a variable, so it is not known.
      if (setting === null || isCommandKey(setting.slice(0, setting.lastIndexOf('='))))
        out.push(innerScript(null, 'sh'))
    } else if (GLOBAL_VALUES.has(word)) {
      at++
    } else if (startsWith(word, '--exec-path=')) {
      out.push(innerCode(word.slice(12), 'git command'))
    }
  }
  const sub = argv[at]
  if (typeof sub !== 'string') return out
  const alias = aliases?.get(sub)
  if (alias !== undefined) out.push(innerArgv(['git', ...alias.split(/\s+/u), ...argv.slice(at + 1)]))
  else if (!isGitCommand(sub)) out.push(innerEvaluated(`git ${sub} may be an alias for anything`))
  if (EVALUATING.has(sub)) out.push(...ofSubcommand(sub, argv, at))
  if (PUSHERS.has(sub) && argv.some((word, index) => index > at && PUSHES.has(word ?? '')))
    out.push(innerArgv(['git', 'push'], { guess: true }))
  if (CONNECTING.has(sub)) out.push(...addressed(argv.slice(at + 1)))
  return out
}

/** `git machete push`: added commands, which run `git push` when these words tell them to. */
const PUSHERS: ReadonlySet<string> = new Set(['annex', 'flow', 'machete', 'spr', 'town'])
const PUSHES: ReadonlySet<string> = new Set(['push', '--push', 'publish'])

const CONNECTING: ReadonlySet<string> = new Set(
  'clone fetch pull push ls-remote archive remote submodule fetch-pack send-pack'.split(' '),
)

/** `ext::command` is an address that git starts. */
function addressed(words: readonly Word[]): readonly Unwrapped[] {
  return words.flatMap((word) => (word === null ? [] : started(word.replace(/^--[a-z-]+=/u, ''))))
}

function started(address: string): readonly Unwrapped[] {
  return startsWith(address, 'ext::') ? [innerScript(address.slice(5).replaceAll('% ', ' '), 'sh')] : []
}

/** `git-push origin`: git's own programs go by both names; `git-push-all` belongs to somebody else. */
export const readDashedGit: Reader = (argv, program) =>
  isGitCommand(program.slice(4)) ? [innerArgv(['git', program.slice(4), ...argv.slice(1)])] : []

function configured(setting: Word, aliases: Map<string, string>, out: Unwrapped[], argv: readonly Word[]): void {
  const equals = setting?.indexOf('=') ?? -1
  if (setting === null || equals < 0) {
    if (setting === null) out.push(innerScript(null, 'sh'))
    return
  }
  applied(setting.slice(0, equals), setting.slice(equals + 1), aliases, out, argv)
}

/** What a setting given on the command line runs. Such a command may be given words of `argv`. */
function applied(
  key: string,
  value: string,
  aliases: Map<string, string>,
  out: Unwrapped[],
  argv: readonly Word[] = [],
): void {
  const lower = key.toLowerCase()
  if (startsWith(lower, 'alias.')) {
    if (startsWith(value, '!')) out.push(innerScript(value.slice(1), 'sh'))
    else aliases.set(key.slice('alias.'.length), value)
    return
  }
  // git refuses addresses that run a command, unless this setting allows them.
  if (PROTOCOLS.has(lower) && value !== 'never') out.push(innerEvaluated('lets addresses run commands'))
  if (startsWith(lower, 'url.')) out.push(...started(key.slice(4, key.lastIndexOf('.'))))
  out.push(...started(value))
  // `submodule.x.update=!command`, and other values that begin with an exclamation mark.
  const runs = startsWith(value, '!') || isCommandKey(lower)
  if (!runs || SETTINGS.has(value.toLowerCase())) return
  if (
    lower.endsWith('.hookspath') ||
    lower.endsWith('.templatedir') ||
    lower === 'include.path' ||
    startsWith(lower, 'includeif.')
  ) {
    out.push(innerCode(value, 'git hook'))
  } else {
    const script = startsWith(value, '!') ? value.slice(1) : value
    out.push(...carried('git', lower.slice(lower.lastIndexOf('.')), script, argv))
  }
}

/** A protocol without a setting of its own follows `protocol.allow`. */
const PROTOCOLS: ReadonlySet<string> = new Set(['protocol.ext.allow', 'protocol.allow'])

function isCommandKey(key: string): boolean {
  const lower = key.toLowerCase()
  return startsWith(lower, 'pager.') || startsWith(lower, 'alias.') || KEY_ENDS.some((end) => lower.endsWith(end))
}

function ofSubcommand(sub: string, argv: readonly Word[], at: number): readonly Unwrapped[] {
  const rest = argv.slice(at + 1)
  if (sub === 'bisect' && rest[0] === 'run') return [innerArgv(argv.slice(at + 2), { at: at + 2 })]
  if (sub === 'submodule') return foreach(rest)
  if (sub === 'filter-repo') return callbacks(rest)
  if (sub === 'for-each-repo') return inEachRepository(rest)
  if (sub === 'config') return config(rest)
  if (sub === 'clone' || sub === 'init') return [...fromOptions(rest, COMMAND_OPTIONS[sub] ?? []), ...cloned(rest)]
  return fromOptions(rest, COMMAND_OPTIONS[sub] ?? [])
}

function foreach(rest: readonly Word[]): readonly Unwrapped[] {
  const at = rest.indexOf('foreach')
  if (at < 0) return []
  const start = rest.findIndex((word, index) => index > at && (word === null || !startsWith(word, '-')))
  return start < 0 ? [] : [innerScript(joined(rest.slice(start)), 'sh')]
}

/** `git filter-repo --commit-callback 'code'` */
function callbacks(rest: readonly Word[]): readonly Unwrapped[] {
  return rest.flatMap((word, index) => {
    if (word === null || !/^--[a-z]+-callback(?:=|$)/u.test(word)) return []
    const code = gluedTo(word) ?? rest[index + 1] ?? null
    return [innerCode(code, 'Python'), ...(code === null ? [] : textCommands('python', code))]
  })
}

/** `git for-each-repo --config=key push`: runs git itself with the words after the options. */
function inEachRepository(rest: readonly Word[]): readonly Unwrapped[] {
  const at = rest.findIndex(
    (word, index) => (word === null || !startsWith(word, '-')) && rest[index - 1] !== '--config',
  )
  return at < 0 ? [] : [innerArgv(['git', ...rest.slice(at)])]
}

/**
 * `git clone -c key=value`: settings of the new repository that already hold while it is made, and so do the hooks of
 * `--template` (also of `git init`).
 */
function cloned(rest: readonly Word[]): readonly Unwrapped[] {
  const out: Unwrapped[] = []
  rest.forEach((word, index) => {
    if (word === null) return
    if (word === '-c' || isShortened(word, '--config'))
      configured(gluedTo(word) ?? rest[index + 1] ?? null, new Map(), out, rest)
    else if (/^-c./u.test(word)) configured(word.slice(2), new Map(), out, rest)
    else if (isShortened(word, '--template')) out.push(innerCode(gluedTo(word) ?? rest[index + 1] ?? null, 'git hook'))
  })
  return out
}

const FILE_OPTIONS = new Set(['-f', '--file', '--blob', '-t', '--type', '--comment'])

function config(rest: readonly Word[]): readonly Unwrapped[] {
  const out: Unwrapped[] = []
  const words = rest.filter(
    (word, at) => !FILE_OPTIONS.has(rest[at - 1] ?? '') && (word === null || !startsWith(word, '-')),
  )
  // A value that was set under a harmless name would become a command under the new one.
  if (rest.includes('--rename-section') || words[0] === 'rename-section') {
    const name = words.at(-1)
    if (name == null || !/^(?:remote|branch|submodule|user)\b/u.test(name)) out.push(innerEvaluated('renames settings'))
    return out
  }
  const [key, value] = words[0] === 'set' ? words.slice(1) : words
  const aliases = new Map<string, string>()
  if (typeof key === 'string' && typeof value === 'string') applied(key, value, aliases, out)
  for (const text of aliases.values()) out.push(innerArgv(['git', ...text.split(/\s+/u)]))
  return out
}

function fromOptions(rest: readonly Word[], options: readonly string[]): readonly Unwrapped[] {
  const out: Unwrapped[] = []
  const carries = (name: string, value: Word) => {
    if (value === null || options === COMMAND_OPTIONS['rebase']) out.push(innerScript(value, 'sh'))
    else out.push(...carried('git', name, value, ['git', ...rest]))
  }
  rest.forEach((word, index) => {
    if (word === null) return
    for (const name of options) {
      if (word === name || isShortened(word, name)) carries(name, gluedTo(word) ?? rest[index + 1] ?? null)
      else if (name.length === 2 && startsWith(word, name)) carries(name, word.slice(2))
      // `-yx 'command'`.
      else if (name.length === 2 && /^-[a-zA-Z]{2,}$/u.test(word) && word.endsWith(name.charAt(1)))
        carries(name, rest[index + 1] ?? null)
    }
  })
  return out
}
