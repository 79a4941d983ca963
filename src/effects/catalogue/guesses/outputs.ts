/**
 * Part of the command catalogue: names of options that say where something is written, whatever the program. For
 * restrictions only.
 */

import { isAmong } from '../among.ts'

/** An agent can invent options, so only this many are remembered, and none that is longer. */
const MOST = 4000
const LONGEST = 60
const known = new Map<string, boolean>()

/** Whether an option with this name, dashes included, is followed by a file or folder that is written. */
export function isOutput(spelled: string): boolean {
  if (spelled.length > LONGEST) return saysOutput(spelled)
  const before = known.get(spelled)
  if (before !== undefined) return before
  if (known.size >= MOST) known.clear()
  const says = saysOutput(spelled)
  known.set(spelled, says)
  return says
}

function saysOutput(spelled: string): boolean {
  const name = spelled.replace(PROPERTY, '-')
  if (isAmong(name.replace(/[-_]/gu, '').toLowerCase(), WHOLE) || FOLDERS.has(name)) return true
  if (MANNER.test(name) || isOptimizing(name)) return false
  return LIKE_OUTPUT.test(name) || saysSo(name)
}

/**
 * Whether text glued to the option is a file that is written: a page or a list of results. The bare name would be a
 * switch (`--html=a.html`).
 */
export function isResult(spelled: string): boolean {
  return RESULT.test(spelled)
}

const RESULT = /^--(?:html|pdf|sarif|lcov)$/u

/** Whether the name ends like one that is followed by something that is read. */
export function isInput(spelled: string): boolean {
  return INPUT.test(spelled)
}

const INPUT = /^--?(?:i|(?:[a-z]+[-_])*(?:config|settings|template|schema|input|source|from))$/iu

/** `-DoutputDirectory`, `-p:OutDir`, `-XX:HeapDumpPath`: properties of a build or a virtual machine. */
const PROPERTY = /^-(?:[DP]|p:|XX:)(?=[A-Za-z])/u

/** Whole names, without dashes and in lower case. */
const WHOLE = `o out output outfile outdir outpath outputfile outputdir outputpath outputfolder outputdirectory dest destdir destination
  destinationdir log logfile logdir save saveto savedir logerror writeto dump dumpto export exportto reportfile reportdir coveragedirectory
  cachedir cachelocation projectcachedir deriveddatapath buildroot distdir distpath workpath to todir tofile odir ofile tmpdir gocoverdir cookiejar record summaryexport modulesfolder extractmedia
  warcfile hstsfile rejectedlog packdestination builddir buildpath targetdir installdir localdir into metafile headerfile prefix tsbuildinfofile declarationdir`

/** Options that name the folder in which everything else is done. */
const FOLDERS = new Set([
  '-C',
  '--chdir',
  '--directory',
  '--cwd',
  '--workdir',
  '--work-dir',
  '--working-dir',
  '--working-directory',
])

/**
 * Names that begin or end like most names of outputs: `--export-json`, `--output-file`, `--junitxml`, `-keyout`,
 * `--go_out`, `-oX`.
 */
const LIKE_OUTPUT =
  /^-(?:o[a-z]|-?(?:(?:out(?:put)?|export|dump|save|report|junit)[-_a-z]*|[a-z][-_a-z]*(?:out|temp|profile|[-_]prefix)))$/iu
/** But not names that say how the output looks, or when it comes. */
const MANNER = /(?:format|type|style|level|color|colour|width|encoding|time|timeout|layout)$/iu

/** How compilers are told to optimise: `-Os`, `-Og`. */
const OPTIMIZES = /^-O(?:[sgz\d]|fast)$/u

/** `-O2`: says how a compiler optimises. */
export function isOptimizing(flag: string): boolean {
  return OPTIMIZES.test(flag)
}

/** `artifactsDirectory`. */
const HUMP = /([a-z0-9])([A-Z])/gu

/** Words that mark a name as an output wherever they stand in it: `--html-report`, `--StandardOutput`. */
const SAYING = `out output outfile outdir dest destination dump export report recording recordings xlog xloggc logfile logdir
  resultlog errorlog accesslog keylog tmpdir tempdir distdir`
/** Things that programs leave behind, named by a file or folder (`--state-file`, `--cpu-prof-dir`) … */
const LEFT = `cache cassette checkpoint checkpoints log logs logging trace traces tracing record records prof profile profiles profiling coverage snapshot snapshots screenshot
  screenshots video videos backup backups temp tmp scratch artifact artifacts result results state pid crash error err stderr stdout stats
  metrics audit history session lock diagnostic diagnostics reports save write events`
const FILES = 'blob file filename dir directory folder path location root to pattern'
/** … or only by a folder: a file of that name is rather one that they read (`--build-file`). */
const MADE =
  'build dist install target download downloads extract gen generated staging work working data store storage'
const PLACES = 'dir directory folder root'
/** But not names of what is read: `--log-config-file`, `--cache-from`. */
const READ =
  'config configuration settings template templates schema from input in include exclude ignore source src rules'

function saysSo(name: string): boolean {
  const words = name
    .replace(HUMP, '$1-$2')
    .toLowerCase()
    .split(/[-_.:]+/u)
  const has = (list: string) => words.some((word) => isAmong(word, list))
  return !has(READ) && (has(SAYING) || (has(LEFT) && has(FILES)) || (has(MADE) && has(PLACES)))
}
