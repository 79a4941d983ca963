/**
 * Part of the wrapper catalogue: programs that run a command per file or per value (`find -exec`, `fd -x`, `parallel`).
 */

import type { Word } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import type { WordTraits } from '../draft.ts'
import { isExpression } from '../grammars/find-expression.ts'
import { testsOf } from '../grammars/find-filter.ts'
import { namesFound } from '../grammars/find-names.ts'
import { actionEnd, FIND_RUNS } from '../grammars/find-tests.ts'
import { readCommand } from '../read.ts'
import { optionTable, readOption } from './options.ts'
import { asWritten, innerArgv, innerCut, innerElsewhere, innerScript, joined, NOTHING } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

/** It cannot be told which names, secret ones among them, a regular expression fits. */
const REGEX: ReadonlySet<string> = new Set(['-regex', '-iregex'])

/**
 * Every `-exec … ;` and `-exec … {} +` of a find expression. It is seen through for permission if the expression does
 * nothing else but look, no word can change its shape, and each command has an end.
 */
export const readFind: Reader = (argv, program, words) => {
  if (!FIND_RUNS.meets(argv)) return NOTHING
  const out: Unwrapped[] = []
  const besides: number[] = []
  let followed = words !== undefined && program === 'find' && !argv.some((word) => word !== null && REGEX.has(word))
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || !FIND_RUNS.has(word)) {
      besides.push(at)
      continue
    }
    const end = actionEnd(argv, at + 1)
    followed &&= word === '-exec' && end < argv.length && isFixed(argv, at, end, words)
    const written = argv.slice(at + 1, end)
    const inner = written.map((one) => (one?.includes('{}') === true ? null : one))
    const many = argv[end] === '+' ? true : undefined
    if (inner.length > 0) out.push(innerArgv(inner, { at: at + 1, many }), ...asWritten(written, '{}'))
    else followed = false
    at = end
  }
  if (!followed || !onlyLooks(argv, words, besides)) return out
  const begins = beginningOf(argv, words)
  const isKnown = begins !== undefined || startsLower(argv, words)
  // A test after a command is too late to limit it, and printing in between leaves nothing out.
  const before = besides.filter((index, place) => index === place)
  const isBefore = besides.every((index) => index < before.length || PRINTS.has(argv[index] ?? null))
  const tests = isBefore ? before.map((index) => argv[index] ?? null) : argv
  const asked = namesFound(tests, isBefore)
  // What the shell makes of a pattern without quotes may leave out less.
  const isWritten = before.every((index) => words?.[index]?.glob !== true && words?.[index]?.brace !== true)
  const tested = isBefore && isWritten ? testsOf(tests, true) : undefined
  // `{}.bak` is another file than the one that is found.
  const isWhole = ({ at = 0, inner }: Unwrapped) =>
    inner?.every((word, index) => word !== null || argv[at + index] === '{}')
  return out.map((one) => ({
    ...one,
    strict: !one.dynamic,
    begins,
    ends: isKnown && isWhole(one) === true ? asked : undefined,
    tests: tested,
  }))
}

const PRINTS: ReadonlySet<Word> = new Set(['-print', '-print0', '-quit'])

/** Whether no word of the command could turn out to be its end. */
function isFixed(argv: readonly Word[], from: number, to: number, words: readonly WordTraits[] | undefined): boolean {
  for (let at = from; at <= to; at++) {
    const seen = words?.[at]
    if (argv[at] === null || seen?.splits === true || seen?.glob === true) return false
    if (seen?.brace === true && argv[at] !== '{}') return false
  }
  return true
}

function onlyLooks(argv: readonly Word[], words: readonly WordTraits[] | undefined, at: readonly number[]): boolean {
  const reading = readCommand(
    at.map((index) => argv[index] ?? null),
    at.map((index) => words?.[index] ?? PLAIN_WORD),
  )
  return reading.readOnly
}

const PLAIN_WORD: WordTraits = { splits: false, glob: false, brace: false }

/** The starting point, with which every found name begins. If it is a path, none of the names looks like an option. */
export function beginningOf(argv: readonly Word[], words: readonly WordTraits[] | undefined): string | undefined {
  let at = 1
  while (argv[at] === '-H' || argv[at] === '-L' || argv[at] === '-P') at++
  const first = argv[at]
  if (first === undefined || (first !== null && isExpression(first))) return './'
  const second = argv[at + 1]
  const only = second === undefined || (second !== null && isExpression(second))
  const seen = words?.[at]
  return first === null || !only || seen?.glob === true || seen?.brace === true ? undefined : first
}

/** `find src test -type f`: there are several starting points, each below the folder it runs in. */
export function startsLower(argv: readonly Word[], words: readonly WordTraits[] | undefined): boolean {
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word !== null && isExpression(word)) return true
    if (word === null || !LOWER.test(word) || words?.[at]?.glob === true || words?.[at]?.brace === true) return false
  }
  return true
}

/** A relative path that does not lead upwards. */
const LOWER = /^(?!(?:.*\/)?\.\.(?:\/|$))[\w.][\w./@+-]*$/u

const FD_ACTIONS: ReadonlySet<string> = new Set(['-x', '--exec', '-X', '--exec-batch'])

/** An expression without alternatives, classes or repetitions. */
const FD_PLAIN = /^[\w*./~^$\\=,:+@% -]*$/u

/** `-xrm`, `-HXrm`: the command follows letters that take no value. */
const FD_GLUED = /^-[HIusigFalLp01qhV]*([xX])(.+)$/su

/**
 * `fd pattern -x command {}`: the command goes up to `;` or the end, and without a placeholder the path is appended. It
 * is seen through for permission as with find, though in some versions a name does not begin with a folder.
 */
export const readFd: Reader = (argv, _, words) => {
  const out: Unwrapped[] = []
  const besides: number[] = [0]
  let followed = words !== undefined
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string') {
      besides.push(at)
      continue
    }
    const equals = word.indexOf('=')
    const name = equals > 0 ? word.slice(0, equals) : word
    const cluster = /^-[A-WYZa-wyz]*[xX]$/u.test(word)
    const glued = FD_GLUED.exec(word)
    if (!FD_ACTIONS.has(name) && !cluster && glued === null) {
      besides.push(at)
      continue
    }
    const end = argv.indexOf(';', at) < 0 ? argv.length : argv.indexOf(';', at)
    followed &&= FD_ACTIONS.has(word) && end > at + 1 && isFixed(argv, at, Math.min(end, argv.length - 1), words)
    const given = argv.slice(at + 1, end)
    const first = glued?.[2] ?? (equals > 0 ? word.slice(equals + 1) : undefined)
    const inner = first === undefined ? given : [first, ...given]
    const placed = inner.some((one) => one?.includes('{') === true)
    const seen = inner.map((one) => (one?.includes('{') === true ? null : one))
    const batch = glued?.[1] === 'X' || word.endsWith('X') || name === '--exec-batch'
    out.push(innerArgv(placed ? seen : [...seen, null], { at: at + 1, many: batch ? true : undefined }))
    at = end
  }
  // With a base folder it runs the commands there. And only for a plain expression it can be told what it fits.
  followed &&= besides.every((at) => argv[at]?.startsWith('--base') !== true && FD_PLAIN.test(argv[at] ?? ''))
  if (!followed || out.length === 0 || !onlyLooks(argv, words, besides)) return out
  return out.map((one) => ({ ...one, strict: !one.dynamic }))
}

const PARALLEL =
  '-0 --null -a= --arg-file= --bar --basefile= -C= --colsep= -D= --delay= -d= --delimiter= ~--dry-run --eta --env= -E= --eof= -I= -i=? -j= --jobs= -P= --max-procs= -k --keep-order -L= --max-lines= -l=? -m -N= -n= --max-args= --nice= --no-notice --pipe --pipepart --progress -q --quote -r --no-run-if-empty --results= --resume --retries= -S= --sshlogin= -s= --shellquote --tag --tagstring= --timeout= --tmpdir= -t --verbose -u --ungroup -v -W= --wd= --workdir= -X --xargs -x --will-cite --halt= --joblog= --linebuffer --lb --line-buffer --memfree= --load= --plus --trim= --transfer --return= --cleanup --block= --recstart= --recend= --semaphore --fg --bg --id= --header= --rpl= --profile= -J= --arg-sep= --arg-file-sep= --bf= --template= --tmpl= --compress-program= --decompress-program= --limit= --memsuspend= --sshdelay= --sshloginfile= --slf= --sql= --sqlmaster= --sqlworker= --sqlandworker= --total-jobs= --total= --term-seq= --rsync-opts= --process-slot-var= --blocktimeout= --bt= --group-by= --halt-on-error= --parens= --shard= --bin= --filter= --ctagstring= --use-cores-instead-of-threads --shuf --link --bar --tmux --tmuxpane --hostgroups --ctag --skip-first-line --cat --fifo --open-tty ~--version ~--help ~--citation'
const MOST_TEXT = 100_000
const SOURCES: ReadonlySet<string> = new Set([':::', '::::', ':::+', '::::+'])

/**
 * Options after which values are cut up, or are put where another text stands; and placeholders for a part of a value,
 * or for one of several.
 */
const CUTS = /^-(?:-(?:colsep|rpl|max-args|max-replace-args|parens|replace|basenamereplace)|[CINiU])/u
const PARTS = /\{(?!1\})[^{}]+\}/u

/** `parallel command ::: values`; if there is no command, the values, or the lines it reads, are the commands. */
export const readParallel: Reader = (argv) => {
  const table = optionTable(PARALLEL)
  let at = 1
  let cut = false
  for (; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || word === '-' || !startsWith(word, '-')) break
    if (word === '--') {
      at++
      break
    }
    const last = readOption(word, table).met.at(-1)
    if (last?.option.lookup === true) return []
    cut ||= CUTS.test(word)
    if (last?.option.kind === 'value' && last.glued === undefined) at++
  }
  const found = argv.findIndex((word, index) => index >= at && word !== null && SOURCES.has(word))
  const end = found < 0 ? argv.length : found
  const values = argv.slice(end + 1)
  if (end > at) {
    const words = argv.slice(at, end)
    cut ||= words.some((word) => word !== null && PARTS.test(word)) || values.some((word) => SOURCES.has(word ?? ''))
    const read = perValue(words, argv[end] === ':::' ? values : [])
    return cut ? [...read, innerScript(null, 'sh')] : read
  }
  if (argv[end] === ':::') return values.map((value) => innerScript(value, 'sh'))
  return [{ ...innerElsewhere('runs the lines it reads'), kind: 'stdin', shell: 'sh' }]
}

/** A shell reads the joined words, with each value put in place of `{}` or at the end. */
function perValue(words: readonly Word[], values: readonly Word[]): readonly Unwrapped[] {
  const text = joined(words)
  if (text === null) return [innerScript(null, 'sh'), innerArgv(words)]
  const open = includes(text, '{')
  const out: Unwrapped[] = [innerScript(text, 'sh')]
  if (!open) out.push(innerArgv([...words, null], { many: true }))
  if (values.length === 0) out.push(...perLine(open ? text : `${text} {}`))
  for (const value of values.slice(0, MOST_VALUES)) {
    if (value === null) out.push(innerScript(null, 'sh'))
    else if (text.length * value.length > MOST_TEXT) out.push(innerCut('letters'))
    else out.push(innerScript(open ? text.replace(/\{[^{}]*\}/gu, () => value) : `${text} ${value}`, 'sh'))
  }
  if (values.length > MOST_VALUES) out.push(innerCut('values'))
  return out
}

/**
 * The same for values that are read: the script is called with the value as an argument. Inside quotes, or as the
 * program, the value may be anything.
 */
function perLine(text: string): readonly Unwrapped[] {
  const called = innerScript(text.replaceAll(PLACE, '"$1"'), 'sh')
  return /^[^\s]*\{|["'\\]/u.test(text) ? [called, innerScript(null, 'sh')] : [called]
}

/** `{}`, `{.}`, `{//}`, `{2/.}`, but not a block of awk. */
const PLACE = /\{(?:\d*(?:\/{0,2}\.?|\.)|[#%])\}/gu
const MOST_VALUES = 100
