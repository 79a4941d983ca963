/** Part of the wrapper catalogue: pagers, editors and tables of jobs that run a command they are given or read. */

import type { Word } from '../../../engine/effect.ts'
import { optionTable, readOption } from './options.ts'
import { textCommands } from './texts.ts'
import { innerCode, innerFile, innerInput, innerScript, NOTHING, isStdinFile } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

/** `less '+!command'`, `less '+|mark command'`, `less --cmd='!command'`: the text counts as typed. */
const readLess: Reader = (argv) => {
  const out: Unwrapped[] = []
  for (const [at, word] of argv.entries()) {
    const isTyped = word?.startsWith('+') === true || word?.startsWith('--cmd=') === true || argv[at - 1] === '--cmd'
    if (at === 0 || word === null || !isTyped) continue
    const bang = word.indexOf('!')
    const pipe = word.indexOf('|')
    if (bang >= 0) out.push(innerScript(word.slice(bang + 1), 'sh'))
    if (pipe >= 0) out.push(innerScript(word.slice(pipe + 2), 'sh'))
  }
  return out
}

/** ed and ex take their commands from standard input, and `!` is one of them. */
const readEd: Reader = (argv, program) =>
  argv.includes('--version') || argv.includes('--help') ? [] : [innerInput(program)]

/** vi and its relatives read commands from standard input in ex mode, or if an option says so (`-S /dev/stdin`). */
const readVi: Reader = (argv) =>
  argv.some((word, at) => word !== null && (/^-[a-zA-Z]*[eE]s?$/u.test(word) || (at > 1 && isTold(argv, at))))
    ? [innerInput('ex')]
    : []

function isTold(argv: readonly Word[], at: number): boolean {
  return isStdinFile(argv[at] ?? null) && /^-[sSu]$/u.test(argv[at - 1] ?? '')
}

const CRONTAB = '-u= -s -n= ~-l ~-r ~-i ~-e ~-T ~-V ~-h'

/** `crontab file`, `crontab -`: cron runs this table from now on. */
const readCrontab: Reader = (argv) => {
  const table = optionTable(CRONTAB)
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word === null || word === '-' || !word.startsWith('-'))
      return isStdinFile(word) ? [innerInput('crontab')] : [innerFile(word, 'sh')]
    const { met } = readOption(word, table)
    if (met.some(({ option }) => option.lookup)) return []
    const last = met.at(-1)
    if (last?.option.kind === 'value' && last.glued === undefined) at++
  }
  return [innerInput('crontab')]
}

/** `expect -c 'spawn command'`, and Tcl in general. */
const readExpect: Reader = (argv) => {
  const out: Unwrapped[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word === null || !/^-[a-zA-Z]*c/u.test(word)) continue
    const glued = word.slice(word.indexOf('c') + 1)
    const code = glued === '' ? (argv[++at] ?? null) : glued
    out.push(innerCode(code, 'Tcl'))
    if (code !== null) out.push(...textCommands('expect', code))
  }
  if (out.length > 0 || argv.includes('-v')) return out
  const file = argv.findLast((word, index) => index > 0 && (word === null || word === '-' || !word.startsWith('-')))
  return file === undefined || isStdinFile(file) ? [innerInput('Tcl')] : [innerFile(file, 'expect')]
}

/** For programs whose words hold no command; only their input may. */
const readNothing: Reader = () => NOTHING

export const EDITOR_READERS: readonly (readonly [readonly string[], Reader])[] = [
  [['less', 'more', 'most', 'pg', 'zless'], readLess],
  [['ed', 'ex', 'm4'], readEd],
  [['vi', 'vim', 'nvim', 'view', 'rvim', 'gvim', 'mvim', 'rview', 'vimdiff'], readVi],
  [['crontab'], readCrontab],
  [['expect', 'tclsh', 'expectk', 'wish'], readExpect],
  [['ftp', 'tnftp', 'sqlplus', 'cqlsh'], readNothing],
]
