/** Part of the danger catalogue: dangers that only arise from several commands of a line. */

import type { Word } from '../../../engine/effect.ts'
import { wrapperOf } from '../wrappers.ts'
import { hands, mayHandOut, maySend } from './exfiltration.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import { isNetworkFile } from './places.ts'
import { isDownload, isExpression, mayDecode, mayDownload, originOf } from './remote-code.ts'
import { clonedAndRun, pushedElsewhere } from './repositories.ts'
import { isSecret } from './secrets.ts'
import { mayStart, startedFile } from './started.ts'
import { isWhole } from './transfer.ts'

/** A command with its place in the line. */
export interface PlacedCommand extends DangerInput {
  /** The function whose body contains it. */
  readonly inFunction?: string | undefined
  readonly background?: boolean
  /** See `rolesIn`. */
  readonly roles: number
}

const OUTPUTS = ['-o', '--output', '-O', '--output-document']
/** Programs that name the file they download after the end of the address. */
const NAMES_BY_ADDRESS: ReadonlySet<string> = new Set(['wget', 'wget2', 'aria2c', 'axel', 'fetch', 'lwp-download'])
/** For these, the text after the colon of the source is the name of the copy. */
const COPIES_HERE: ReadonlySet<string> = new Set(['scp', 'rsync', 'aws', 'gsutil', 'sftp'])
/** For these, any word may be the name of what they fetch. */
const NAMES_ANYWHERE: ReadonlySet<string> = new Set(['tftp', 'ftpget', 'ftp', 'lftp', 'gh'])
const COPIERS: ReadonlySet<string> = new Set(['mv', 'cp', 'ln', 'install', 'rsync'])
/** For these, any word may be a file that they install, run or apply. */
const TAKERS: ReadonlySet<string> = new Set(
  `apt apt-get dnf yum zypper snap flatpak installer pip pip3 npm gem crontab make gmake kubectl ansible-playbook psql mysql
  bun deno tsx ts-node lua Rscript julia osascript pwsh expect tclsh groovy`.split(/\s+/u),
)
const UNPACKERS: ReadonlySet<string> = new Set(['tar', 'gtar', 'bsdtar', 'unzip', '7z'])

const NOTHING: readonly Found[] = []

/** The parts that commands play in dangers made up of several. A command that plays none need not be looked at. */
const STARTS = 1
const TAKES = 2
const SAVES = 4
/** What it prints or saves may come from the network, or out of an encoding. */
const BRINGS = 8
const SENDS = 16
const EXPRESSES = 32
const IS_GIT = 64
const IN_FUNCTION = 128
/** Harmless on its own, but it passes on what another command has brought. */
const PASSES_ON = 256
const PLANS = 512

/** The parts that a program may play, by its name alone. */
export function rolesOf(program: string): number {
  const wraps = wrapperOf(program) !== undefined
  return (
    (mayStart(program) ? STARTS : 0) |
    (TAKERS.has(program) ? TAKES : 0) |
    (program === 'tee' || mayDownload(program) || wraps ? SAVES : 0) |
    (mayDownload(program) || mayDecode(program) ? BRINGS : 0) |
    (maySend(program) ? SENDS : 0) |
    (isExpression(program) ? EXPRESSES : 0) |
    (program === 'git' ? IS_GIT : 0) |
    (PLANNERS.has(program) ? PLANS : 0) |
    (PASSING.some((names) => names.has(program)) || mayHandOut(program) || program === 'cd' ? PASSES_ON : 0)
  )
}

type Around = Pick<PlacedCommand, 'writes' | 'reads' | 'inFunction'>

/**
 * The parts that this command plays. `named` is what its name says; a program that `wraps` may run another command,
 * which may play any part.
 */
export function rolesIn(
  argv: readonly Word[],
  { writes, reads, inFunction }: Around,
  named: number,
  wraps: boolean,
): number {
  let roles = named
  if (argv[0]?.includes('/') === true) roles |= STARTS
  if (writes !== undefined) roles |= SAVES
  if (wraps || reads?.some(isNetworkFile) === true) roles |= BRINGS
  else for (const word of argv) if (word !== null && isNetworkFile(word)) roles |= BRINGS
  if (inFunction !== undefined) roles |= IN_FUNCTION
  return roles
}

/** Fork bombs, files that are downloaded and then run, and secrets that are packed and then sent. */
export function dangersAcross(commands: readonly PlacedCommand[]): readonly Found[] {
  let all = 0
  for (const { roles } of commands) all |= roles
  const runs = (all & STARTS) !== 0 || ((all & TAKES) !== 0 && (all & SAVES) !== 0)
  const out: Found[] = []
  if ((all & IN_FUNCTION) !== 0) out.push(...forkBomb(commands))
  if (runs && (all & BRINGS) !== 0) out.push(...downloadedAndRun(commands))
  if ((all & IS_GIT) !== 0) out.push(...clonedAndRun(commands), ...pushedElsewhere(commands))
  if ((all & (SENDS | IS_GIT)) !== 0) out.push(...packedAndSent(commands))
  if ((all & EXPRESSES) !== 0) out.push(...expressed(commands))
  if ((all & PLANS) !== 0) out.push(...plannedAndApplied(commands))
  return out
}

const PLANNERS: ReadonlySet<string> = new Set(['terraform', 'tofu', 'terragrunt'])
const PLANS_REMOVAL = /^--?destroy(?:=true)?$/u

/** `terraform plan -destroy -out=p && terraform apply p`: an apply that is given a plan asks nobody. */
function plannedAndApplied(commands: readonly PlacedCommand[]): readonly Found[] {
  const planned = commands.findIndex(
    ({ program, argv }) =>
      PLANNERS.has(program) && argv.includes('plan') && argv.some((word) => PLANS_REMOVAL.test(word ?? '')),
  )
  return planned >= 0 &&
    commands.some(({ program, argv }, at) => at > planned && PLANNERS.has(program) && argv.includes('apply'))
    ? [found('iac', 'high', 'Destroys the infrastructure')]
    : NOTHING
}

/** PowerShell's `iex (iwr …)`, which bash does not read. */
function expressed(commands: readonly PlacedCommand[]): readonly Found[] {
  return commands.some(({ argv }) => isDownload(argv))
    ? [found('remote-code', 'high', 'Runs a script straight from the network')]
    : NOTHING
}

/** Functions that call each other in a circle, with a call that does not wait. */
function forkBomb(commands: readonly PlacedCommand[]): readonly Found[] {
  const calls = commands.filter(({ inFunction }) => inFunction !== undefined)
  for (const call of calls) {
    const parallel = call.background === true || call.pipeFrom !== undefined || call.pipesOn === true
    if (parallel && reaches(call.program, call.inFunction, calls)) {
      return [found('resource', 'critical', 'Starts itself over and over until the machine stops')]
    }
  }
  return NOTHING
}

function reaches(from: string, to: string | undefined, calls: readonly PlacedCommand[]): boolean {
  const seen = new Set([from])
  for (const name of seen) {
    if (name === to) return true
    for (const call of calls) if (call.inFunction === name) seen.add(call.program)
  }
  return false
}

/** `/usr/local/bin/x`. */
const PROGRAM = /\/s?bin\/[^/]+$/u

function downloadedAndRun(commands: readonly PlacedCommand[]): readonly Found[] {
  const files = new Set<string>()
  let unpacked = false
  for (const command of commands) {
    const started = startedFile(command) ?? takenFile(command, files)
    const put = command.program === 'chmod' ? command.argv.find((word) => PROGRAM.test(word ?? '')) : undefined
    if (files.has(baseName(put)))
      return [found('remote-code', 'medium', `Downloads ${baseName(put)} to where programs are found`)]
    if (started !== undefined && files.has(baseName(started)))
      return [found('remote-code', 'high', `Downloads ${baseName(started)} and runs it`)]
    if (unpacked && started !== undefined && started.includes('/') && command.program !== 'chmod')
      return [found('remote-code', 'medium', `Downloads an archive and runs ${baseName(started)} of it`)]
    if (UNPACKERS.has(command.program))
      unpacked ||= stagesBefore(command).some(isDownload) || command.argv.some((word) => files.has(baseName(word)))
    const copied = COPIERS.has(command.program) ? command.argv.at(-1) : undefined
    if (typeof copied === 'string' && command.argv.some((word) => files.has(baseName(word))))
      files.add(baseName(copied))
    if (originOf(command.argv) !== undefined) for (const file of savedTo(command)) files.add(file)
    else if (stagesBefore(command).some(isDownload)) {
      for (const file of [...(command.writes ?? []), ...(command.program === 'tee' ? command.argv.slice(1) : [])])
        files.add(baseName(file))
    }
  }
  return NOTHING
}

const PACKERS: ReadonlySet<string> = new Set(
  'cp mv ln install cat tar gtar bsdtar zip 7z gzip bzip2 xz zstd base64 xxd openssl gpg gpg2 tee'.split(' '),
)

const ENVIRONMENT: ReadonlySet<string> = new Set(['env', 'printenv', 'set', 'export'])

const PASSING = [COPIERS, UNPACKERS, PACKERS, ENVIRONMENT]

/** `tar czf s.tgz ~/.ssh && curl -T s.tgz …`: the copy of a secret is a secret. */
function packedAndSent(commands: readonly PlacedCommand[]): readonly Found[] {
  if (!commands.some(({ program, argv }) => maySend(program) || isPush(program, argv))) return NOTHING
  const copies = new Set<string>()
  for (const command of commands) {
    const { argv, program, writes, reads } = command
    if (program === 'git' && argv[1] === 'add') for (const word of argv) if (isSecret(word ?? '')) copies.add('git add')
    if (isPush(program, argv) && copies.has('git add'))
      return [found('exfiltration', 'high', 'Adds a secret to the history and pushes it')]
    if (maySend(program)) {
      const sent = argv.find((word) => word !== null && copies.has(baseName(word.slice(word.lastIndexOf('@') + 1))))
      const read = reads?.find((file) => copies.has(baseName(file)))
      const file = sent ?? read
      if (typeof file === 'string')
        return [found('exfiltration', 'high', `Sends ${baseName(file)}, a copy of a secret`)]
    }
    const words = argv.slice(1).filter((word): word is string => word !== null && !word.startsWith('-'))
    const packs =
      PACKERS.has(program) && [...words, ...(reads ?? [])].some((word) => isSecret(word) || isWhole(word, command))
    if (!packs && !hands(argv, program) && !(ENVIRONMENT.has(program) && argv.length === 1)) continue
    for (const word of [...(packs ? words : []), ...(writes ?? [])]) if (!isSecret(word)) copies.add(baseName(word))
  }
  return NOTHING
}

function isPush(program: string, argv: readonly Word[]): boolean {
  return program === 'git' && argv.includes('push')
}

function takesFile({ program }: PlacedCommand): boolean {
  return TAKERS.has(program)
}

/** The downloaded file that the command is given, if any: `apt install ./x.deb`, `psql -f x.sql`. */
function takenFile(command: PlacedCommand, files: ReadonlySet<string>): string | undefined {
  if (files.size === 0 || !takesFile(command)) return undefined
  const taken = command.argv.slice(1).find((word) => word !== null && files.has(baseName(word)))
  return taken ?? command.reads?.find((file) => files.has(baseName(file)))
}

function savedTo({ argv, writes, text }: PlacedCommand): readonly string[] {
  const out = (writes ?? []).map((file) => baseName(file))
  let named = false
  argv.forEach((word, index) => {
    if (word === null) return
    const glued = OUTPUTS.find((option) => word.startsWith(`${option}=`))
    if (glued !== undefined) out.push(baseName(word.slice(glued.length + 1)))
    const next: Word | undefined = argv[index + 1]
    const takesName = OUTPUTS.includes(word) || /^-[a-zA-Z]*[oO]$/u.test(word)
    if (takesName && typeof next === 'string') out.push(baseName(next))
    if (glued !== undefined || takesName) named = true
  })
  const fromAddress = argv.some(
    (word) => word === '-O' || word === '--remote-name' || /^-[a-zA-Z]*O[a-zA-Z]*$/u.test(word ?? ''),
  )
  if (fromAddress || (!named && NAMES_BY_ADDRESS.has(baseName(argv[0])))) {
    for (const word of argv) if (word?.includes('/') === true) out.push(baseName(word).split('?')[0] ?? '')
  }
  if (COPIES_HERE.has(baseName(argv[0]))) {
    for (const word of argv) if (word?.includes(':') === true) out.push(baseName(word.slice(word.indexOf(':') + 1)))
  }
  if (NAMES_ANYWHERE.has(baseName(argv[0])))
    out.push(...[...argv.slice(1), text].flatMap((word) => word?.split(/\s+/u).map(baseName) ?? []))
  return out.filter((file) => file !== '' && file !== '-' && file !== 'null')
}
