/** Part of the wrapper catalogue: programs that run a command per file or per value (`find -exec`, `fd -x`, `parallel`). */

import type { Word } from '../../../engine/effect.ts'
import { optionTable, readOption } from './options.ts'
import { asWritten, innerArgv, innerElsewhere, innerScript, joined } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

const FIND_ACTIONS: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir'])

/** Every `-exec … ;` and `-exec … {} +` of a find expression. */
export const readFind: Reader = (argv) => {
  const out: Unwrapped[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || !FIND_ACTIONS.has(word)) continue
    const end = actionEnd(argv, at + 1)
    const inner = argv.slice(at + 1, end).map((one) => (one?.includes('{}') === true ? null : one))
    if (inner.length > 0) out.push(innerArgv(inner, { at: at + 1 }), ...asWritten(argv.slice(at + 1, end), '{}'))
    at = end
  }
  return out
}

function actionEnd(argv: readonly Word[], from: number): number {
  for (let at = from; at < argv.length; at++) {
    if (argv[at] === ';' || argv[at] === '\\;' || (argv[at] === '+' && argv[at - 1] === '{}')) return at
  }
  return argv.length
}

const FD_ACTIONS: ReadonlySet<string> = new Set(['-x', '--exec', '-X', '--exec-batch'])

/** `fd pattern -x command {}`: up to `;` or the end; without a placeholder the path is appended. */
export const readFd: Reader = (argv) => {
  const out: Unwrapped[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string') continue
    const equals = word.indexOf('=')
    const name = equals > 0 ? word.slice(0, equals) : word
    const cluster = /^-[A-WYZa-wyz]*[xX]$/u.test(word)
    if (!FD_ACTIONS.has(name) && !cluster) continue
    const end = argv.indexOf(';', at) < 0 ? argv.length : argv.indexOf(';', at)
    const words = argv.slice(at + 1, end)
    const inner = equals > 0 ? [word.slice(equals + 1), ...words] : words
    const placed = inner.some((one) => one?.includes('{') === true)
    const seen = inner.map((one) => (one?.includes('{') === true ? null : one))
    out.push(innerArgv(placed ? seen : [...seen, null], { at: at + 1 }))
    at = end
  }
  return out
}

const PARALLEL =
  '-0 --null -a= --arg-file= --bar --basefile= -C= --colsep= -D= --delay= -d= --delimiter= ~--dry-run --eta --env= -E= --eof= -I= -i=? -j= --jobs= -P= --max-procs= -k --keep-order -L= --max-lines= -l=? -m -N= -n= --max-args= --nice= --no-notice --pipe --pipepart --progress -q --quote -r --no-run-if-empty --results= --resume --retries= -S= --sshlogin= -s= --shellquote --tag --tagstring= --timeout= --tmpdir= -t --verbose -u --ungroup -v -W= --wd= --workdir= -X --xargs -x --will-cite --halt= --joblog= --linebuffer --lb --line-buffer --memfree= --load= --plus --trim= --transfer --return= --cleanup --block= --recstart= --recend= --semaphore --fg --bg --id= ~--version ~--help ~--citation'
const MOST_TEXT = 100_000
const SOURCES: ReadonlySet<string> = new Set([':::', '::::', ':::+', '::::+'])

/** `parallel command ::: values`; without a command the values, or the lines read, are the commands. */
export const readParallel: Reader = (argv) => {
  const table = optionTable(PARALLEL)
  let at = 1
  for (; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || word === '-' || !word.startsWith('-')) break
    if (word === '--') {
      at++
      break
    }
    const last = readOption(word, table).met.at(-1)
    if (last?.option.lookup === true) return []
    if (last?.option.kind === 'value' && last.glued === undefined) at++
  }
  const found = argv.findIndex((word, index) => index >= at && word !== null && SOURCES.has(word))
  const end = found < 0 ? argv.length : found
  const values = argv.slice(end + 1)
  if (end > at) return perValue(argv.slice(at, end), argv[end] === ':::' ? values : [])
  if (argv[end] === ':::') return values.map((value) => innerScript(value, 'sh'))
  return [{ ...innerElsewhere('runs the lines it reads'), kind: 'stdin', shell: 'sh' }]
}

/** A shell reads the joined words, with each value put where `{}` stands or at the end. */
function perValue(words: readonly Word[], values: readonly Word[]): readonly Unwrapped[] {
  const text = joined(words)
  if (text === null) return [innerScript(null, 'sh'), innerArgv(words)]
  const open = text.includes('{')
  const out: Unwrapped[] = [innerScript(text, 'sh')]
  if (!open) out.push(innerArgv([...words, null]))
  for (const value of values.slice(0, 8)) {
    if (value !== null && text.length * value.length < MOST_TEXT)
      out.push(innerScript(open ? text.replaceAll('{}', value) : `${text} ${value}`, 'sh'))
  }
  return out
}
