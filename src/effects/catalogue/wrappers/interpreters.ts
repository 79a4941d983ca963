/**
 * Part of the wrapper catalogue: interpreters of other languages that are given their program as text.
 *
 * Apart from texts that only look something up or filter, the text is never understood (`dynamic`); commands that stand
 * in it as plain literals are found, for restrictions.
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { isAmong } from '../among.ts'
import { lookedUpBy } from '../grammars/node-words.ts'
import { filterOf } from '../grammars/perl-words.ts'
import { isPipTelling, laidOutBy, lookedUpByPython } from '../grammars/python-words.ts'
import { textCommands } from './texts.ts'
import { innerArgv, innerCode, joined, isStdinFile } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

interface Interpreter {
  readonly language: string
  /** Letters that take program text, found in clusters too (`-we`, `-Ic`). */
  readonly code: string
  /** Letters that take any other value; they end a cluster. */
  readonly values: string
  readonly long?: readonly string[]
  /** Letters whose value, if not glued, is the next word; if undefined, all letters that take a value. */
  readonly nextWord?: string
  /** Letters that may take digits: the cluster goes on after these (`-lane`, `-0777ne`). */
  readonly digits?: string
  /** A letter that takes the next letter: the cluster goes on after that (`-Kue`). */
  readonly pair?: string
  /** Long options whose value, if not glued, is the next word. */
  readonly longValues?: string
  /** With one of these words it only prints something about itself. */
  readonly asks?: string
  /** The letter that names a module to run: all words after the name belong to the module. */
  readonly module?: string
  /** Words of which one must precede the text (`deno eval '…'`). */
  readonly verb?: string
}

const PYTHON: Interpreter = {
  language: 'Python',
  code: 'c',
  values: 'WXm',
  nextWord: 'WXm',
  module: 'm',
  longValues: '--check-hash-based-pycs',
}
const NODE: Interpreter = {
  language: 'JavaScript',
  code: 'ep',
  values: 'rC',
  nextWord: 'rC',
  long: ['--eval', '--print', '-pe', '-ep'],
  asks: '-v',
  longValues: `--require --import --loader --experimental-loader --conditions --input-type --env-file --env-file-if-exists --title
    --unhandled-rejections --disable-warning --redirect-warnings --icu-data-dir --openssl-config --trace-event-categories
    --trace-event-file-pattern --dns-result-order --inspect-port --diagnostic-dir --heapsnapshot-signal --secure-heap
    --secure-heap-min --tls-cipher-list --tls-keylog --localstorage-file --report-dir --report-directory --report-filename
    --report-signal --max-http-header-size --watch-path --test-name-pattern --test-skip-pattern --test-reporter
    --test-reporter-destination --test-concurrency --test-shard --test-timeout --cpu-prof-dir --cpu-prof-name
    --cpu-prof-interval --heap-prof-dir --heap-prof-name --heap-prof-interval --allow-fs-read --allow-fs-write
    --experimental-config-file --experimental-default-type --experimental-specifier-resolution --experimental-policy
    --policy-integrity --disable-proto --snapshot-blob --use-largepages --v8-pool-size --preload --cwd --config --define
    --tsconfig-override --tsconfig`,
}
const RUBY: Interpreter = {
  language: 'Ruby',
  code: 'e',
  values: 'CEFIXrxi',
  nextWord: 'CEIXr',
  digits: '0TW',
  pair: 'K',
  asks: '-v',
  longValues: '--encoding --external-encoding --internal-encoding --disable --enable --dump --backtrace-limit',
}
const PERL: Interpreter = {
  language: 'Perl',
  code: 'eE',
  values: 'DFIMmVxi',
  nextWord: 'I',
  digits: 'l0C',
  asks: '-v',
}

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  bun: { ...NODE, long: ['--eval', '--print'] },
  clojure: { language: 'Clojure', code: 'e', values: 'MAX' },
  crystal: { language: 'Crystal', code: '', values: '', verb: 'eval' },
  dc: { language: 'dc', code: 'e', values: 'fI', long: ['--expression'] },
  deno: { language: 'TypeScript', code: '', values: '', verb: 'eval' },
  elixir: { language: 'Elixir', code: 'e', values: 'rSp', long: ['--eval', '--rpc-eval'] },
  emacs: { language: 'Emacs Lisp', code: '', values: 'lLfu', long: ['--eval', '--execute', '-eval'] },
  emacsclient: { language: 'Emacs Lisp', code: 'e', values: 'asfF', long: ['--eval'] },
  erl: { language: 'Erlang', code: '', values: '', long: ['-eval', '-run', '-s'] },
  gnuplot: { language: 'gnuplot', code: 'e', values: 'cd' },
  ghc: { language: 'Haskell', code: 'e', values: 'io' },
  ghci: { language: 'Haskell', code: 'e', values: 'io' },
  groovy: { language: 'Groovy', code: 'e', values: 'cdp' },
  guile: { language: 'Scheme', code: 'c', values: 'LlsexC' },
  hy: { language: 'Hy', code: 'c', values: 'm', module: 'm' },
  iex: { language: 'Elixir', code: 'e', values: 'rSp', long: ['--eval', '--rpc-eval'] },
  irb: RUBY,
  janet: { language: 'Janet', code: 'e', values: 'mlwx' },
  jruby: RUBY,
  jshell: { language: 'Java', code: '', values: '' },
  julia: { language: 'Julia', code: 'eE', values: 'LptJ', long: ['--eval', '--print'] },
  mix: { language: 'Elixir', code: '', values: '', verb: 'eval' },
  // Its options are whole words.
  kotlin: { language: 'Kotlin', code: '', values: '', long: ['-e', '-expression'] },
  lua: { language: 'Lua', code: 'e', values: 'l', nextWord: 'l' },
  luajit: { language: 'Lua', code: 'e', values: 'lbj', nextWord: 'l' },
  node: NODE,
  nodejs: NODE,
  ocaml: { language: 'OCaml', code: 'e', values: 'Io' },
  octave: { language: 'Octave', code: '', values: '', long: ['--eval'] },
  osascript: { language: 'AppleScript', code: 'e', values: 'ls' },
  perl: PERL,
  php: {
    language: 'PHP',
    code: 'rBRE',
    values: 'cdfFSTtz',
    nextWord: 'cdfFz',
    asks: '-v -i -m --info --modules',
    long: ['--run', '--process-begin', '--process-code', '--process-end'],
    longValues: '--define --php-ini --zend-extension',
  },
  py: PYTHON,
  pypy: PYTHON,
  python: PYTHON,
  R: { language: 'R', code: 'e', values: 'fg' },
  racket: { language: 'Racket', code: 'e', values: 'fltpruk', long: ['--eval'] },
  rails: { language: 'Ruby', code: '', values: '', verb: 'runner r' },
  raku: { language: 'Raku', code: 'e', values: 'IM' },
  Rscript: { language: 'R', code: 'e', values: '' },
  ruby: RUBY,
  sbcl: { language: 'Lisp', code: '', values: '', long: ['--eval'] },
  scala: { language: 'Scala', code: '', values: '', long: ['-e'] },
  swift: { language: 'Swift', code: 'e', values: 'IL' },
  tsx: { ...NODE, long: ['--eval', '--print'] },
  zx: { language: 'JavaScript', code: 'e', values: '', long: ['--eval'] },
  'ts-node': { ...NODE, long: ['--eval', '--print'] },
}

export function isInterpreter(program: string): boolean {
  return Object.hasOwn(INTERPRETERS, program)
}

/**
 * What was found among the words: program text that is run, and the program file or module that was named instead, if
 * any.
 */
interface Found {
  readonly code: readonly Word[]
  readonly file: Word | undefined
}

export const readInterpreter: Reader = (argv, program, words) => {
  const interpreter = interpreterOf(program)
  if (interpreter === undefined || (interpreter === NODE && lookedUpBy(argv, undefined) !== undefined)) return []
  if (interpreter === PERL && filterOf(argv, words) !== undefined) return []
  if (interpreter === PYTHON && (laidOutBy(argv) ?? lookedUpByPython(argv, undefined)) !== undefined) return []
  const out: Unwrapped[] = []
  for (const code of programText(argv, interpreter).code) {
    out.push(innerCode(code, interpreter.language))
    if (code !== null) out.push(...textCommands(program, code))
  }
  if (interpreter === PYTHON) out.push(...managed(argv))
  const module = interpreter === PYTHON ? moduleOf(argv) : NO_WORDS
  // `python -m pip install` is a `pip install`.
  if (typeof module[0] === 'string') {
    const at = argv.length - module.length
    out.push(innerArgv(module, isPipTelling(argv) ? { at, strict: true } : { at, guess: true }))
  }
  // What it measures, or does first, is code among its words.
  if (
    module[0] === 'timeit' ||
    (module[0] === 'pdb' && module.some((word) => word === null || startsWith(word, '-c')))
  ) {
    const code = joined(module.slice(1))
    out.push(innerCode(code, interpreter.language))
    if (code !== null) out.push(...textCommands(program, code))
  }
  return out
}

/** `manage.py shell -c code`, as Django has it. */
function managed(argv: readonly Word[]): readonly Unwrapped[] {
  const at = argv.indexOf('shell')
  if (at < 2 || argv[at - 1]?.endsWith('.py') !== true) return []
  return argv.flatMap((word, index) => {
    const told = index > at ? /^(?:-c|--command(?:=([^]*))?)$/u.exec(word ?? '') : null
    return told === null ? [] : textCommands('python', told[1] ?? argv[index + 1] ?? '')
  })
}

const NO_WORDS: readonly Word[] = []
const MODULE = /^-[bBdEiIOPqRsSuvx]*m(.*)$/su

/** `-m name`, `-mname`, `-Im name`: the module, and the words that it is given. */
function moduleOf(argv: readonly Word[]): readonly Word[] {
  for (let at = 1; at < argv.length; at++) {
    const name = MODULE.exec(argv[at] ?? '')?.[1]
    if (name !== undefined) return name === '' ? argv.slice(at + 1) : [name, ...argv.slice(at + 1)]
  }
  return NO_WORDS
}

/** `python -m asyncio`: modules that read commands from the input. */
function isAsking(argv: readonly Word[]): boolean {
  const [module, ...rest] = moduleOf(argv)
  return rest.length === 0 && module != null && isAmong(module, 'asyncio code IPython')
}

/** With one of these options it does something else. */
const ELSEWHERE = /^(?:-V|--(?:version|help|test|run))$/u

/** Whether the interpreter would run what it reads from standard input. */
export function interpreterReadsStdin(argv: readonly Word[], program: string): boolean {
  const interpreter = interpreterOf(program)
  if (interpreter === undefined || interpreter.verb !== undefined) return false
  const { code, file } = programText(argv, interpreter)
  if (code.length > 0) return false
  if (file !== undefined) return isStdinFile(file) || (interpreter === PYTHON && isAsking(argv))
  return !argv.some((word) => word !== null && (ELSEWHERE.test(word) || isAmong(word, interpreter.asks ?? '')))
}

/** The file it runs, or the file of the module; undefined if it runs none. */
export function scriptFile(argv: readonly Word[], program: string): Word | undefined {
  const interpreter = interpreterOf(program)
  if (interpreter === undefined || interpreter.verb !== undefined) return undefined
  const module = interpreter === PYTHON ? moduleOf(argv)[0] : undefined
  if (module != null) return `${module.replaceAll('.', '/')}.py`
  const { code, file } = programText(argv, interpreter)
  return code.length > 0 ? undefined : file
}

function interpreterOf(program: string): Interpreter | undefined {
  return isInterpreter(program) ? INTERPRETERS[program] : undefined
}

function programText(argv: readonly Word[], interpreter: Interpreter): Found {
  const code: Word[] = []
  let loaded: Word | undefined
  if (interpreter.verb !== undefined) {
    const verbs = interpreter.verb
    const verb = argv.findIndex((word) => word !== null && isAmong(word, verbs))
    const text = verb < 0 ? undefined : argv.slice(verb + 1).find((word) => word === null || !startsWith(word, '-'))
    return { code: text === undefined ? [] : [text], file: undefined }
  }
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (word === undefined || word === null) return { code, file: word ?? null }
    if (word === '--') return { code, file: argv[at + 1] }
    if (!startsWith(word, '-') || word === '-') return { code, file: word }
    const equals = word.indexOf('=')
    const name = equals < 0 ? word : word.slice(0, equals)
    if (interpreter.long?.includes(name) === true) {
      code.push(equals < 0 ? (argv[++at] ?? null) : word.slice(equals + 1))
      continue
    }
    // A value that looks like an option is also read as an option.
    const value = startsWith(argv[at + 1] ?? '', '-') ? undefined : argv[at + 1]
    if (startsWith(word, '--')) {
      const given = equals < 0 ? value : word.slice(equals + 1)
      // `node --import 'data:text/javascript,…'`.
      if (given?.startsWith('data:') === true) code.push(textOf(given))
      if (equals < 0 && value !== undefined && isAmong(word, interpreter.longValues ?? '')) at++
      continue
    }
    const letter = decisiveLetter(word, interpreter)
    if (letter === undefined) continue
    const glued = word.slice(letter + 1)
    if (interpreter.code.includes(word.charAt(letter))) code.push(glued === '' ? (argv[++at] ?? null) : glued)
    else if (interpreter.module === word.charAt(letter))
      return { code, file: glued === '' ? (argv[at + 1] ?? null) : glued }
    else if (glued !== '' || value === undefined) continue
    else if (interpreter.nextWord?.includes(word.charAt(letter)) === true) at++
    // If it is not known which options take a value, this one is most likely a file that is run
    // (`emacs --batch -l x.el`).
    else if (interpreter.nextWord === undefined) loaded = argv[++at]
  }
  return { code, file: loaded }
}

/** The text in a `data:` address, if it is plain text. */
function textOf(address: string): Word {
  const comma = address.indexOf(',')
  if (comma < 0 || address.slice(0, comma).endsWith(';base64')) return null
  try {
    return decodeURIComponent(address.slice(comma + 1))
  } catch {
    return null
  }
}

/** Index of the first letter of a cluster that takes a value. */
function decisiveLetter(word: string, interpreter: Interpreter): number | undefined {
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    if (interpreter.code.includes(letter) || interpreter.values.includes(letter)) return at
    if (letter === interpreter.pair) at++
    if (interpreter.digits?.includes(letter) === true) while (/[0-9A-DSIOL]/u.test(word.charAt(at + 1))) at++
  }
  return undefined
}
