/**
 * Part of the danger catalogue: data that flows from the network into a shell, or from secrets to the network.
 *
 * INVARIANT: decided on programs and operands of the pipeline's stages, never on the text of the line.
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { isShell, scriptFromStdin, unwrap, unwrapBy, wrapperOf } from '../wrappers.ts'
import type { Unwrapped } from '../wrappers.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import { isSecret } from './secrets.ts'

const NETWORK: ReadonlySet<string> = new Set(
  'curl wget wget2 fetch http https xh httpie aria2c axel lynx w3m links nc ncat netcat socat telnet ftp tftp iwr irm invoke-webrequest invoke-restmethod ssh gh gsutil rclone'.split(
    ' ',
  ),
)
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

/** PowerShell's, in any spelling. */
const EXPRESSIONS: ReadonlySet<string> = new Set(['iex', 'invoke-expression'])

/** Code that comes from elsewhere and is run at once. */
export function remoteCode(input: DangerInput): readonly Found[] {
  const { program, pipeFrom, upstream, reads, writes, substitutes } = input
  if ((pipeFrom ?? upstream ?? reads ?? writes ?? substitutes) === undefined) return NOTHING
  const stages = stagesBefore(input)
  const hasInput = stages.length > 0 || reads !== undefined
  if (hasInput && mayRunInput(program)) {
    const code = stages.some(isDownload)
      ? fromNetwork()
      : stages.some(isDecoding)
        ? decoded()
        : reads?.some(isNetworkFile) === true
          ? fromNetwork()
          : NOTHING
    if (code.length > 0 && runsInput(input)) return code
  }
  if (writes?.some(isNetworkFile) === true && isShell(program)) {
    return [shellToNetwork()]
  }
  if (SOCKETS.has(program) && stages.some(isTalkingShell)) return [shellToNetwork()]
  // `python3 <(curl …)`: the file is what the substitution prints.
  const runsIt =
    substitutes !== undefined && (evaluates(input) || (input.argv.includes('/dev/stdin') && runsInput(input)))
  if (substitutes === undefined || !runsIt) return NOTHING
  if (substitutes.some(isDownload)) return fromNetwork()
  return substitutes.some(isDecoding) ? decoded() : NOTHING
}

/** By its name alone: what it reads or is given may be run as code, or be a shell's. Nothing else is of interest to `remoteCode`. */
export function mayTakeCode(program: string): boolean {
  return mayRunInput(program) || EVALUATORS.has(program.toLowerCase()) || isShell(program) || SOCKETS.has(program)
}

export function shellToNetwork(): Found {
  return found('remote-code', 'high', 'Gives a shell to a network connection')
}

const SOCKETS: ReadonlySet<string> = new Set(['nc', 'ncat', 'netcat', 'socat', 'telnet'])

/** `sh -i | nc host port`; a script's output is another matter. */
function isTalkingShell(argv: readonly Word[]): boolean {
  return isShell(baseName(argv[0])) && (argv.length === 1 || argv.includes('-i'))
}

function fromNetwork(): readonly Found[] {
  return [found('remote-code', 'high', 'Runs a script straight from the network')]
}

function decoded(): readonly Found[] {
  return [found('remote-code', 'high', 'Runs a script that was hidden by an encoding')]
}

/** By its name alone. */
function mayRunInput(program: string): boolean {
  return wrapperOf(program) !== undefined || EXPRESSIONS.has(program.toLowerCase())
}

function runsInput(input: DangerInput): boolean {
  if (EXPRESSIONS.has(input.program.toLowerCase())) return true
  const wrapper = wrapperOf(input.program)
  if (wrapper === undefined) return false
  const inner = unwrapBy(wrapper, input.argv)
  return scriptFromStdin(wrapper, input.argv, inner) !== false || runsArguments(input.program, inner)
}

/** Text that a substitution computes would be run. */
function evaluates(input: DangerInput): boolean {
  if (EVALUATORS.has(input.program.toLowerCase()) || isShell(input.program)) return true
  return unwrap(input.argv, input.program).some((one) => one.kind === 'script' && one.file === undefined)
}

/** `… | xargs sh -c`: the lines read become the script. */
function runsArguments(program: string, commands: readonly Unwrapped[]): boolean {
  if (program !== 'xargs' && program !== 'parallel') return false
  return commands.some(({ inner }) => inner !== undefined && isShell(baseName(inner[0])))
}

/** Where what the command writes comes from: the network, or something that was hidden by an encoding. */
export function originOf(argv: readonly Word[]): 'network' | 'encoding' | undefined {
  const words = unprefixed(argv)
  if (downloads(argv, words)) return 'network'
  return decodes(words) ? 'encoding' : undefined
}

export function isDownload(argv: readonly Word[]): boolean {
  return downloads(argv, unprefixed(argv))
}

function downloads(argv: readonly Word[], words: readonly Word[]): boolean {
  if (!NETWORK.has(baseName(words[0]).toLowerCase())) return false
  return !argv.some((word) => word === '--version' || word === '--help' || (word?.startsWith('file:') ?? false))
}

function isDecoding(argv: readonly Word[]): boolean {
  return decodes(unprefixed(argv))
}

function decodes(words: readonly Word[]): boolean {
  const program = baseName(words[0])
  if (!DECODERS.has(program))
    return (
      program === 'tar' &&
      words.some((word) => word !== null && (/^-?[a-z]*x[a-z]*O/u.test(word) || word === '--to-stdout'))
    )
  const needed = Object.hasOwn(DECODING, program) ? DECODING[program] : undefined
  return needed === undefined || words.some((word) => word !== null && needed.includes(word))
}

/** The stage behind `sudo`, `env` and the like. */
function unprefixed(argv: readonly Word[]): readonly Word[] {
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

function isNetworkFile(path: string): boolean {
  return startsWith(path, '/dev/tcp/') || startsWith(path, '/dev/udp/')
}

const UPLOADS: Readonly<Record<string, readonly string[]>> = {
  curl: [
    '-d',
    '--data',
    '--data-binary',
    '--data-raw',
    '--data-ascii',
    '--data-urlencode',
    '--json',
    '-F',
    '--form',
    '-T',
    '--upload-file',
  ],
  wget: ['--post-file', '--body-file', '--post-data', '--body-data'],
  wget2: ['--post-file', '--body-file', '--post-data', '--body-data'],
}
const SENDERS: ReadonlySet<string> = new Set(
  'curl wget wget2 nc ncat netcat socat telnet http https xh ssh mail mailx sendmail mutt ftp tftp scp rsync sftp rclone croc wormhole transfer dig nslookup host iwr irm invoke-webrequest invoke-restmethod'.split(
    ' ',
  ),
)
const COPIERS: ReadonlySet<string> = new Set([
  'scp',
  'rsync',
  'sftp',
  'rclone',
  'aws',
  'gsutil',
  'gcloud',
  'az',
  'mc',
  's3cmd',
  's5cmd',
  'azcopy',
  'ftp',
  'lftp',
  'croc',
  'wormhole',
  'transfer',
])
const CLOUDS: ReadonlySet<string> = new Set(['aws', 'gsutil', 'gcloud', 'az', 'mc'])
const CLOUD_COPIES: ReadonlySet<string> = new Set([
  'cp',
  'mv',
  'sync',
  'rsync',
  'mirror',
  'upload',
  'upload-batch',
  'put-object',
  'pipe',
])
const DUMPS: ReadonlySet<string> = new Set(['env', 'printenv', 'set', 'export', 'declare', 'compgen'])
const PACKERS: ReadonlySet<string> = new Set(['tar', 'zip', '7z', 'cpio', 'bsdtar', 'gtar'])

/** It may be a program that sends what it is given to another machine. */
export function maySend(program: string): boolean {
  const name = program.toLowerCase()
  return SENDERS.has(name) || COPIERS.has(name)
}

/** Secrets, the environment or whole folders that are sent away. */
export function exfiltration(input: DangerInput): readonly Found[] {
  const program = input.program.toLowerCase()
  const copies = isCopier(input, program)
  if (input.writes?.some(isNetworkFile) === true && !isShell(program)) {
    const secret = input.argv.some((word) => word !== null && isSecret(word))
    return [found('exfiltration', secret ? 'high' : 'medium', 'Writes to a network connection')]
  }
  if (!SENDERS.has(program) && !copies) return NOTHING
  const secret = sentFiles(input, program, copies).find(isSecret) ?? input.reads?.find(isSecret)
  if (secret !== undefined) return [found('exfiltration', 'high', `Sends ${secret} away`)]
  const { substitutes } = input
  const stages = stagesBefore(input)
  const sources = substitutes === undefined ? stages : [...stages, ...substitutes]
  if (sources.length === 0 || !takesInput(input, program)) return NOTHING
  for (const stage of sources) {
    const name = baseName(stage[0])
    if (DUMPS.has(name) && stage.length <= 2 && !stage.includes('-i'))
      return [found('exfiltration', 'high', 'Sends the environment away')]
    if (PACKERS.has(name)) return [found('exfiltration', 'high', 'Sends packed files away')]
    if (stage.some((word) => word !== null && isSecret(word)))
      return [found('exfiltration', 'high', 'Sends a secret away')]
  }
  return NOTHING
}

/** A copying program with a target on another machine; cloud programs only in the subcommands that copy. */
function isCopier(input: DangerInput, program: string): boolean {
  if (!COPIERS.has(program) || !input.argv.some((word) => word !== null && isRemote(word))) return false
  return !CLOUDS.has(program) || input.argv.some((word) => word !== null && CLOUD_COPIES.has(word))
}

/** Words of a sender that name files whose content is sent. */
function sentFiles(input: DangerInput, program: string, copies: boolean): readonly string[] {
  const words: string[] = []
  for (let at = 1; at < input.argv.length; at++) {
    const word = input.argv[at]
    if (word != null) words.push(word)
  }
  if (copies) return words.filter((word) => !startsWith(word, '-') && !isRemote(word))
  const options = Object.hasOwn(UPLOADS, program) ? UPLOADS[program] : undefined
  if (options === undefined) return program === 'mail' || program === 'mutt' ? words : words.flatMap(afterAt)
  const out: string[] = []
  words.forEach((word, index) => {
    const name = startsWith(word, '-') ? options.find((option) => isOption(word, option)) : undefined
    if (name === undefined) return
    const glued = startsWith(word, '--') ? word.slice(name.length + 1) : word.slice(word.indexOf(name.charAt(1)) + 1)
    const value = word === name || glued === '' ? (words[index + 1] ?? '') : glued
    const wholeFile = name === '-T' || name === '--upload-file' || name.endsWith('-file')
    out.push(...(wholeFile ? [value] : afterAt(value)))
  })
  return out
}

/** `word`, which starts with a dash, gives this option. */
function isOption(word: string, option: string): boolean {
  if (startsWith(word, option) && (word.length === option.length || word.charAt(option.length) === '=')) return true
  return option.length === 2 && inCluster(word, option.charAt(1))
}

function inCluster(word: string, letter: string): boolean {
  if (startsWith(word, '--')) return false
  const at = word.indexOf(letter, 1)
  return at > 0 && at < 6
}

/** `@file`, `name=@file`, `name@file`, `name=<file`. */
function afterAt(value: string): readonly string[] {
  const sign = Math.max(value.lastIndexOf('@'), value.indexOf('=<') + 1)
  return sign < 0 || (sign === 0 && !startsWith(value, '@')) ? [] : [value.slice(sign + 1).split(/[,;]/u)[0] ?? '']
}

/** The sender passes its input or its computed words on. */
function takesInput(input: DangerInput, program: string): boolean {
  if (program !== 'curl' && program !== 'wget' && program !== 'wget2') return true
  if (input.argv.includes(null)) return true
  return input.argv.some(
    (word) =>
      word !== null && (/(?:^|=)@-$/u.test(word) || word === '-' || word.endsWith('=-') || word.endsWith('/dev/stdin')),
  )
}

function isRemote(word: string): boolean {
  return /^(?:[\w.-]+@)?[\w.-]+:/u.test(word) || /^(?:s3|gs|az|https?|ftp|rsync|sftp):\/\//u.test(word)
}
