/**
 * Part of the danger catalogue: secrets, the environment and whole folders that are sent to the network.
 *
 * INVARIANT: decides by the programs and operands of the pipeline's stages, never by the text of the line.
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { isShell } from '../wrappers.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import { isNetworkFile, placeOf } from './places.ts'
import { isDatabase, isSecret } from './secrets.ts'
import { isRemote, wholeSent } from './transfer.ts'

const NOTHING: readonly Found[] = []
const POWERSHELL = ['-InFile', '-infile', '-Body', '-body']
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
  irm: POWERSHELL,
  iwr: POWERSHELL,
  'invoke-restmethod': POWERSHELL,
  'invoke-webrequest': POWERSHELL,
}
const SENDERS: ReadonlySet<string> = new Set(
  'curl wget wget2 nc ncat netcat socat telnet http https httpie xh pastebinit websocat ssh mail mailx sendmail mutt ftp tftp smbclient scp rsync sftp rclone croc wormhole transfer dig nslookup host ping openssl gh iwr irm invoke-webrequest invoke-restmethod'.split(
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
/** `docker save app | nc host 99`. By ssh, images are brought to machines every day. */
const IMAGES: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl'])

/** Programs that print secrets or whole databases, each with a word that must be there. */
const HANDS_OUT: Readonly<Record<string, RegExp>> = {
  gpg: /^--export-secret/u,
  gpg2: /^--export-secret/u,
  kubectl: /^secrets?(?:$|[/.,])|^--raw$/u,
  oc: /^secrets?(?:$|[/.,])|^--raw$/u,
  docker: /^inspect$/u,
  sqlite3: /^\.dump/u,
  aws: /^(?:get-secret-value|export-credentials|get-session-token|assume-role|get-login-password|aws_s\w+|--with-decryption)$/u,
  az: /^(?:get-access-token|secret)$/u,
  bw: /^get$/u,
  doppler: /^secrets$/u,
  heroku: /^config(?::get)?$/u,
  'secret-tool': /^(?:lookup|search)$/u,
  gh: /^token$/u,
  gcloud: /^(?:print-access-token|access)$/u,
  vault: /^(?:get|read)$/u,
  op: /^(?:read|get|item)$/u,
  pass: /^(?:show|[\w-]+\/.+)$/u,
  security: /^(?:find|dump|export)-/u,
  pg_dump: /^/u,
  pg_dumpall: /^/u,
  mysqldump: /^/u,
  'mariadb-dump': /^/u,
  mongodump: /^/u,
  mongoexport: /^/u,
  history: /^/u,
  git: /^(?:bundle|archive)$/u,
  npm: /:_authToken$/u,
  xclip: /^-o/u,
  xsel: /^-o|^-b/u,
  pbpaste: /^/u,
  'wl-paste': /^/u,
}

/** The addresses at which clouds give a machine its credentials. */
const METADATA =
  /\/\/(?:169\.254\.(?:169\.254|170\.2)|metadata\.google\.internal|100\.100\.100\.200|\[fd00:ec2::254\])[/:]/u

export function hands(stage: readonly Word[], name: string): boolean {
  if (name === 'curl' || name === 'wget') return stage.some((word) => word !== null && METADATA.test(word))
  const needed = Object.hasOwn(HANDS_OUT, name) ? HANDS_OUT[name] : undefined
  return needed !== undefined && stage.some((word) => word !== null && needed.test(word))
}

/** Whether the program may print a secret, by its name alone. */
export function mayHandOut(name: string): boolean {
  return name === 'curl' || name === 'wget' || Object.hasOwn(HANDS_OUT, name)
}

/** Whether this may be a program that sends what it is given to another machine. */
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
  if (program === 'openssl' && input.argv[1] !== 's_client') return NOTHING
  // Storing secrets there is what these two are for.
  if (program === 'gh' && (input.argv[1] === 'secret' || input.argv[1] === 'auth')) return NOTHING
  const secret = sentFiles(input, program, copies).find(isSecret) ?? input.reads?.find(isSecret) ?? goneOver(input)
  if (secret !== undefined) return [found('exfiltration', 'high', `Sends ${secret} away`)]
  const data = copies ? undefined : [...sentFiles(input, program, false), ...(input.reads ?? [])].find(isDatabase)
  if (data !== undefined) return [found('exfiltration', 'medium', `Sends ${data}, a database, away`)]
  const whole = copies ? wholeSent(input) : undefined
  if (whole !== undefined) return [found('exfiltration', 'high', `Sends ${whole} away, with every key in it`)]
  const named = secretNamed(input, program)
  if (named !== undefined) return [found('exfiltration', 'medium', `Sends the value of ${named} away`)]
  const { substitutes } = input
  const stages = stagesBefore(input)
  const sources = substitutes === undefined ? stages : [...stages, ...substitutes]
  if (sources.length === 0 || !takesInput(input, program)) return NOTHING
  if (input.sent !== undefined) return [found('exfiltration', 'high', `Sends the value of ${input.sent} away`)]
  for (const stage of sources) {
    const name = baseName(stage[0])
    if (DUMPS.has(name) && stage.length <= 2 && !stage.includes('-i'))
      return [found('exfiltration', 'high', 'Sends the environment away')]
    if (program !== 'ssh' && hands(stage, name) && !onlyAuthorizes(input))
      return [found('exfiltration', 'high', 'Sends secrets or a database away')]
    if (program !== 'ssh' && IMAGES.has(name) && (stage[1] === 'save' || stage[1] === 'export'))
      return [found('exfiltration', 'high', 'Sends an image or a container away')]
    if (PACKERS.has(name) && (program !== 'ssh' || packsMore(stage, input)))
      return [found('exfiltration', 'high', 'Sends packed files away')]
    if (SEARCHES.has(name) && stage.some((word) => SECRET_WORD.test(word ?? '')))
      return [found('exfiltration', 'high', 'Looks for secrets and sends them away')]
    if (stage.some((word) => word !== null && isSecret(word.replace(/\*+$/u, ''))))
      return [found('exfiltration', 'high', 'Sends a secret away')]
  }
  return RESOLVERS.has(program) && input.spelled?.some((word) => COMPUTED_NAME.test(word ?? '')) === true
    ? [found('exfiltration', 'medium', 'Asks for a name that is made of what a command prints')]
    : NOTHING
}

const SEARCHES: ReadonlySet<string> = new Set(['grep', 'egrep', 'rg', 'ag', 'ack'])
const SECRET_WORD = /passw|secret|token|api_?key|credential|private_?key/iu

/** Whether it packs more than parts of the project, which are copied to machines every day. */
function packsMore([, ...words]: readonly Word[], input: DangerInput): boolean {
  return words.some(
    (word) =>
      word === null ||
      /^(?:-[CT]|--(?:directory|files-from))/u.test(word) ||
      !['inside', 'temporary'].includes(placeOf(word, input)),
  )
}

/**
 * `for f in ~/.ssh/*; do curl -T "$f" …`, `while read l; do curl -d "$l" …; done < .env`. ssh gets its hosts in this
 * way.
 */
function goneOver({ program, argv, over }: DangerInput): string | undefined {
  return program === 'ssh' || !argv.includes(null)
    ? undefined
    : over?.find((text) => isSecret(text.replace(/\*+$/u, 'x')))
}

const RESOLVERS: ReadonlySet<string> = new Set(['dig', 'nslookup', 'host', 'ping'])
/** `$(whoami).evil.example`. The computed address of a machine has nothing after the substitution. */
const COMPUTED_NAME = /(?:\)|`)\.[a-z0-9-]+(?:\.[a-z0-9-]+)+"?$/iu
const SECRET_VARIABLE = /\$\{?(\w*(?:SECRET|PASSW(?:OR)?D|PRIVATE_?KEY|TOKEN|API_?KEY|CREDENTIAL)\w*)/u

/** Keys that sign, which no server asks for. */
const NEVER_SHOWN = /^AWS_SECRET_ACCESS_KEY$|PRIVATE_?KEY/u

const NAMES_VALUES: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https', 'httpie', 'xh'])

/** In an address or in what is sent. A header or `-u` is the proper place for such a value. */
function secretNamed({ argv, spelled }: DangerInput, program: string): string | undefined {
  if (spelled === undefined || !NAMES_VALUES.has(program)) return undefined
  const options = UPLOADS[program] ?? []
  for (let at = 1; at < argv.length; at++) {
    const name = SECRET_VARIABLE.exec(spelled[at] ?? '')?.[1]
    if (name === undefined) continue
    const before = argv[at - 1] ?? ''
    const address = /^["']?(?:https?|ftp):\/\//iu.test(spelled[at] ?? '')
    const field = options.length === 0 && /^["']?[\w.[\]-]+:?=/u.test(spelled[at] ?? '')
    if (
      NEVER_SHOWN.test(name) ||
      address ||
      field ||
      options.includes(before) ||
      options.some((option) => spelled[at]?.startsWith(`${option}=`))
    )
      return name
  }
  return undefined
}

/** `curl -H "Authorization: Bearer $(gh auth token)"`: the token goes where it is meant to be used. */
function onlyAuthorizes({ argv, spelled, upstream, pipeFrom }: DangerInput): boolean {
  if ((upstream ?? pipeFrom) !== undefined || !argv.includes(null)) return false
  return argv.every((word, at) => word !== null || /^["']?authorization:/iu.test(spelled?.[at] ?? ''))
}

/** A program that copies to another machine. Cloud programs copy only in certain subcommands. */
function isCopier(input: DangerInput, program: string): boolean {
  if (!COPIERS.has(program)) return false
  // These name the other machine by an alias or an option.
  const known = program === 'mc' || program === 'az'
  if (!known && !input.argv.some((word, at) => isRemote(word ?? input.spelled?.[at] ?? ''))) return false
  return !CLOUDS.has(program) || input.argv.some((word) => word !== null && CLOUD_COPIES.has(word))
}

/** Words of a sending program that name files whose content is sent. */
function sentFiles(input: DangerInput, program: string, copies: boolean): readonly string[] {
  const words: string[] = []
  for (let at = 1; at < input.argv.length; at++) {
    const word = input.argv[at]
    if (word != null) words.push(word)
  }
  if (copies) return words.filter((word) => !startsWith(word, '-') && !isRemote(word))
  const options = Object.hasOwn(UPLOADS, program) ? UPLOADS[program] : undefined
  if (program === 'gh')
    return words.flatMap((word, at) => (FILE_BEHIND.test(words[at - 1] ?? '') ? [word] : afterAt(word)))
  if (options === undefined)
    return program === 'mail' || program === 'mailx' || program === 'mutt' ? words : words.flatMap(afterAt)
  const out: string[] = []
  words.forEach((word, index) => {
    const name = startsWith(word, '-') ? options.find((option) => isOption(word, option)) : undefined
    if (name === undefined) return
    const glued = startsWith(word, '--') ? word.slice(name.length + 1) : word.slice(word.indexOf(name.charAt(1)) + 1)
    const value = word === name || glued === '' ? (words[index + 1] ?? '') : glued
    const wholeFile = name === '-T' || name === '--upload-file' || /-(?:in)?file$/iu.test(name)
    out.push(...(wholeFile ? [value] : afterAt(value)))
  })
  return out
}

/** `gh issue create -F file`; for `gh api`, `-F` gives a field. */
const FILE_BEHIND = /^(?:-F|--(?:body|notes)-file|--input|upload)$/u

/** Whether `word`, which starts with a dash, gives this option. */
function isOption(word: string, option: string): boolean {
  if (startsWith(word, option) && (word.length === option.length || word.charAt(option.length) === '=')) return true
  return option.length === 2 && inCluster(word, option.charAt(1))
}

function inCluster(word: string, letter: string): boolean {
  if (startsWith(word, '--')) return false
  const at = word.indexOf(letter, 1)
  return at > 0 && at < 6
}

/** `@file`, `FILE:x`, `name=@file`, `name@file`, `name=<file`. */
function afterAt(value: string): readonly string[] {
  if (/^(?:FILE|OPEN|GOPEN):/iu.test(value)) return [value.slice(value.indexOf(':') + 1).split(',')[0] ?? '']
  const sign = Math.max(value.lastIndexOf('@'), value.indexOf('=<') + 1)
  return sign < 0 || (sign === 0 && !startsWith(value, '@')) ? [] : [value.slice(sign + 1).split(/[,;]/u)[0] ?? '']
}

/** Whether the sender passes on its input or its computed words. */
function takesInput(input: DangerInput, program: string): boolean {
  if (program !== 'curl' && program !== 'wget' && program !== 'wget2') return true
  if (input.argv.includes(null)) return true
  return input.argv.some(
    (word) =>
      word !== null &&
      (/(?:^|=)[@<]-$/u.test(word) || word === '-' || word.endsWith('=-') || word.endsWith('/dev/stdin')),
  )
}
