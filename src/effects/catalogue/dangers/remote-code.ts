/**
 * Part of the danger catalogue: code from the network, or out of an encoding, that reaches a program which runs it.
 *
 * INVARIANT: decides by the programs and operands of the pipeline's stages, never by the text of the line.
 */

import type { Word } from '../../../engine/effect.ts'
import { isShell, scriptFromStdin, unwrap, unwrapBy, wrapperOf } from '../wrappers.ts'
import type { Unwrapped } from '../wrappers.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import { isNetworkFile } from './places.ts'

const NETWORK: ReadonlySet<string> = new Set(
  'curl wget wget2 fetch http https xh httpie aria2c axel lynx w3m links nc ncat netcat socat telnet ftp tftp iwr irm invoke-webrequest invoke-restmethod ssh scp sftp gh aws gsutil rclone dig nslookup drill lwp-request lwp-download get rsync'.split(
    ' ',
  ),
)
/** Only these subcommands fetch what others wrote; `gh completion` prints a text of its own. */
const FETCHING: Readonly<Record<string, RegExp>> = {
  aws: /^s3(?:api)?$/u,
  gh: /^(?:api|gist|release|repo|run|issue|pr)$/u,
  rsync: /^(?:rsync:\/\/|[\w.@-]+:)/u,
}
const DECODERS: ReadonlySet<string> = new Set(
  'base64 base32 gbase64 basenc openssl xxd uudecode gpg gpg2 rev tr zcat gunzip gzip bzcat xzcat zstdcat unxz bunzip2 ascii2uni'.split(
    ' ',
  ),
)
const DECODING: Readonly<Record<string, readonly string[]>> = {
  base64: ['-d', '-D', '--decode', '-di', '-id'],
  gbase64: ['-d', '--decode'],
  base32: ['-d', '--decode'],
  basenc: ['-d', '--decode'],
  openssl: ['-d'],
  xxd: ['-r', '-rp', '-p -r'],
  gzip: ['-d', '-dc', '-cd'],
  gpg: ['-d', '--decrypt'],
  gpg2: ['-d', '--decrypt'],
}
const NOTHING: readonly Found[] = []
const EVALUATORS: ReadonlySet<string> = new Set([
  'eval',
  'source',
  '.',
  'iex',
  'invoke-expression',
  'exec',
  'xargs',
  'parallel',
])

/** PowerShell's names, compared in lower case. */
const EXPRESSIONS: ReadonlySet<string> = new Set(['iex', 'invoke-expression'])

/** Code that comes from elsewhere and is run at once. */
export function remoteCode(input: DangerInput): readonly Found[] {
  const { program, pipeFrom, upstream, reads, writes, substitutes } = input
  if ((pipeFrom ?? upstream ?? reads ?? writes ?? substitutes) === undefined) return NOTHING
  const stages = stagesBefore(input)
  const hasInput = stages.length > 0 || reads !== undefined
  if (APPLIERS.has(program) && appliesInput(input) && stages.some(isDownload))
    return [found('remote-code', 'high', 'Applies objects straight from the network')]
  if (hasInput && mayRunInput(program)) {
    const code = stages.some(isDownload)
      ? fromNetwork()
      : stages.some(isDecoding)
        ? decoded()
        : reads?.some(isNetworkFile) === true
          ? fromNetwork()
          : stages.some(isMadeUp)
            ? [found('remote-code', 'medium', 'Runs a script that a program spells')]
            : NOTHING
    if (code.length > 0 && (runsInput(input) || runsLines(input))) return code
  }
  if (writes?.some(isNetworkFile) === true && isShell(program)) {
    return [shellToNetwork()]
  }
  const talks = SOCKETS.has(program) || (program === 'openssl' && input.argv[1] === 's_client')
  if (talks && stages.some(isTalkingShell)) return [shellToNetwork()]
  // `python3 <(curl …)`: the file holds what the substitution prints.
  const runsIt =
    substitutes !== undefined && (evaluates(input) || (input.argv.includes('/dev/stdin') && runsInput(input)))
  if (substitutes === undefined || !runsIt) return NOTHING
  if (substitutes.some(isDownload)) return fromNetwork()
  return substitutes.some(isDecoding) ? decoded() : NOTHING
}

/** `dpkg -i <(curl …)` */
const INSTALLERS: ReadonlySet<string> = new Set(['dpkg', 'rpm', 'installer'])
const APPLIERS: ReadonlySet<string> = new Set(['kubectl', 'oc', 'k', 'kubecolor'])

function appliesInput({ argv }: DangerInput): boolean {
  return argv.includes('-') && ['apply', 'create', 'replace'].some((verb) => argv.includes(verb))
}

/**
 * Whether the program may run its input or its words as code, or is a shell, by its name alone. `remoteCode` needs to
 * look at no other program.
 */
export function mayTakeCode(program: string): boolean {
  return (
    mayRunInput(program) ||
    EVALUATORS.has(program.toLowerCase()) ||
    isShell(program) ||
    SOCKETS.has(program) ||
    program === 'openssl' ||
    APPLIERS.has(program) ||
    INSTALLERS.has(program)
  )
}

export function shellToNetwork(): Found {
  return found('remote-code', 'high', 'Gives a shell to a network connection')
}

const SOCKETS: ReadonlySet<string> = new Set(['nc', 'ncat', 'netcat', 'socat', 'telnet'])

/** `sh -i | nc host port`. The output of a script is not meant here. */
function isTalkingShell(argv: readonly Word[]): boolean {
  return isShell(baseName(argv[0])) && (argv.length === 1 || argv.includes('-i'))
}

function fromNetwork(): readonly Found[] {
  return [found('remote-code', 'high', 'Runs a script straight from the network')]
}

function decoded(): readonly Found[] {
  return [found('remote-code', 'high', 'Runs a script that was hidden by an encoding')]
}

/** `python3 -c 'print("…")' | sh`. Not awk, which is often used to write commands for files, and openly. */
function isMadeUp(argv: readonly Word[]): boolean {
  const program = baseName(argv[0])
  const text = argv.findIndex((word) => word === '-c' || word === '-e' || word === '-r')
  return /^(?:python[\d.]*|perl|ruby|node|php)$/u.test(program) && text > 0 && text === argv.length - 2
}

/** By its name alone. */
function mayRunInput(program: string): boolean {
  return wrapperOf(program) !== undefined || isExpression(program)
}

export function isExpression(program: string): boolean {
  return EXPRESSIONS.has(program.toLowerCase())
}

/** `curl … | while read line; do eval "$line"; done` */
function runsLines({ program, argv }: DangerInput): boolean {
  return program === 'eval' && argv.includes(null)
}

function runsInput(input: DangerInput): boolean {
  if (isExpression(input.program)) return true
  const wrapper = wrapperOf(input.program)
  if (wrapper === undefined) return false
  const inner = unwrapBy(wrapper, input.argv)
  if (scriptFromStdin(wrapper, input.argv, inner) !== false || runsArguments(input.program, inner)) return true
  if ((input.program === 'deno' || input.program === 'bun') && input.argv.includes('-')) return true
  return (
    (input.program === 'ssh' || input.program === 'su') &&
    inner.some(({ script }) => typeof script === 'string' && isBareShell(script))
  )
}

/** `curl … | ssh host bash` */
function isBareShell(script: string): boolean {
  const [program, ...rest] = script.trim().split(/\s+/u)
  return isShell(baseName(program)) && rest.every((word) => /^-[a-bd-z]*$/u.test(word))
}

/** Whether it would run text that a substitution computes. */
function evaluates(input: DangerInput): boolean {
  if (EVALUATORS.has(input.program.toLowerCase()) || INSTALLERS.has(input.program)) return true
  const commands = unwrap(input.argv, input.program)
  // After the shell's own script, the text is an argument of that script: `bash deploy.sh "$(curl …)"`.
  if (isShell(input.program)) return commands.some(({ file }) => typeof file !== 'string')
  return commands.some(
    ({ kind, file, script, code }) =>
      kind === 'script' && file === undefined && typeof script !== 'string' && typeof code !== 'string',
  )
}

/** `… | xargs sh -c`: the lines that are read become the script. */
function runsArguments(program: string, commands: readonly Unwrapped[]): boolean {
  if (program !== 'xargs' && program !== 'parallel') return false
  return commands.some(
    ({ inner }) => inner !== undefined && (isShell(baseName(inner[0])) || (inner.at(-1) === null && takesText(inner))),
  )
}

/** `xargs python3 -c`: the next word is a program text. */
function takesText(argv: readonly Word[]): boolean {
  return ['-c', '-e', '-r', '--eval'].includes(argv.at(-2) ?? '') && wrapperOf(baseName(argv[0]))?.interprets === true
}

/** Where the output of the command comes from: the network, or something that an encoding has hidden. */
export function originOf(argv: readonly Word[]): 'network' | 'encoding' | undefined {
  const words = unprefixed(argv)
  if (downloads(argv, words)) return 'network'
  return decodes(words) ? 'encoding' : undefined
}

export function mayDownload(program: string): boolean {
  return NETWORK.has(program) || NETWORK.has(program.toLowerCase())
}

/** By its name alone. */
export function mayDecode(program: string): boolean {
  return DECODERS.has(program) || program === 'printf' || program === 'echo' || program === 'tar'
}

export function isDownload(argv: readonly Word[]): boolean {
  return downloads(argv, unprefixed(argv))
}

function downloads(argv: readonly Word[], words: readonly Word[]): boolean {
  if (words.some((word) => word !== null && isNetworkFile(word))) return true
  const program = baseName(words[0]).toLowerCase()
  const fetches = Object.hasOwn(FETCHING, program) ? FETCHING[program] : undefined
  if (fetches !== undefined && !words.some((word) => word !== null && fetches.test(word))) return false
  if (!NETWORK.has(program) && !(program === 'openssl' && words[1] === 's_client')) return false
  // After an option it is that option's value: `curl -H --help evil.example`.
  return !argv.some(
    (word, at) =>
      ((word === '--version' || word === '--help') && argv[at - 1]?.startsWith('-') !== true) ||
      (word?.startsWith('file:') ?? false),
  )
}

/** Characters that are spelled by their number. */
const ESCAPED = /\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|[0-3]?[0-7]{3})/iu

function isDecoding(argv: readonly Word[]): boolean {
  return decodes(unprefixed(argv))
}

function decodes(words: readonly Word[]): boolean {
  const program = baseName(words[0])
  if (program === 'printf' || program === 'echo') return words.some((word) => word !== null && ESCAPED.test(word))
  if (!DECODERS.has(program))
    return (
      program === 'tar' &&
      words.some((word) => word !== null && (/^-?[a-z]*x[a-z]*O/u.test(word) || word === '--to-stdout'))
    )
  const needed = Object.hasOwn(DECODING, program) ? DECODING[program] : undefined
  return needed === undefined || words.some((word) => word !== null && needed.includes(word))
}

/** The stage after `sudo`, `env` and similar words. */
export function unprefixed(argv: readonly Word[]): readonly Word[] {
  let words = argv
  for (let depth = 0; depth < 4; depth++) {
    const wrapper = wrapperOf(baseName(words[0]))
    if (wrapper === undefined) return words
    const inner = unwrapBy(wrapper, words).find((one) => one.inner !== undefined && one.guess !== true)?.inner
    if (inner === undefined) return words
    words = inner
  }
  return words
}
