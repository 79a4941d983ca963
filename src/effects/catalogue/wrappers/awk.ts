/**
 * Part of the wrapper catalogue: the commands that an awk program would start, wherever the program stands on the line.
 */

import type { Word } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import { printsOnly } from '../grammars/awk.ts'
import { awkCommands } from './literals.ts'
import { optionTable, readOption } from './options.ts'
import { takesScript } from './sed.ts'
import { innerCode, innerInput, innerScript, innerStdin, NOTHING } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

/** The commands that an awk program would start, as far as they are literals. */
export const readAwk: Reader = (argv) => [
  ...(takesScript(argv) ? [innerInput('awk')] : NOTHING),
  ...awkPrograms(argv).flatMap((program) =>
    program === null ? [innerCode(null, 'awk')] : commandsOfAwk(program, argv),
  ),
]

function commandsOfAwk(program: string, argv: readonly Word[]): readonly Unwrapped[] {
  // A command is written as a string, so without any quotes there is none.
  if (!includes(program, '"') && !includes(program, "'") && !includes(program, '%x') && !awkRuns(program))
    return NOTHING
  const out = [...awkCommands(program), ...(RUNS_INPUT.test(program) ? [innerStdin('sh')] : NOTHING)]
  const rest = program.length > LONGEST ? program : program.replaceAll(WHOLE, '').replaceAll(LITERAL, '""')
  if (!awkRuns(rest) || printsOnly(program)) return out
  // Commands that are put together elsewhere: `x = "rm -rf y"; system(x)`, `-v x='rm -rf y'`.
  const told = argv.flatMap((word) => /^(?:-v)?\w+=(\S+\s.*)$/su.exec(word ?? '')?.[1] ?? [])
  const named = Array.from(program.matchAll(NAMED), ([, text = '']) => text).filter((text) => includes(text, ' '))
  const made = [...told, ...named].map((text) => innerScript(text, 'sh'))
  return [...out, ...made, innerCode(program, 'awk')]
}

const NAMED = /=\s*"((?:[^"\\]|\\.)*)"/gu
/** `{ system($0) }`, `{ print | "sh" }`: the lines that it reads are commands. */
const RUNS_INPUT = /\bsystem\s*\(\s*\$0?\s*\)|\|\s*"(?:\/bin\/)?(?:ba|da|z)?sh"/u

const LONGEST = 4000
const LITERAL = /"(?:[^"\\]|\\.)*"/gu

/** A command that is one literal. `system("r" "m x")` is put together from several and does not fit. */
const WHOLE =
  /system\s*\(\s*"(?:[^"\\]|\\.)*"\s*\)|(?<![\w"\])]\s*)"(?:[^"\\]|\\.)*"\s*\|&?\s*getline|\|&?\s*"(?:[^"\\]|\\.)*"\s*(?=[;}\n]|$)|\|\|/gu

function awkRuns(program: string): boolean {
  return includes(program, 'system') || includes(program, '|')
}

/**
 * The options of all kinds of awk. The value of one with `@` is program text; one with `!` names a file that holds the
 * program.
 */
const AWK_OPTIONS = `-e@ --source@ !-f= !--file= !-E= !--exec= -F= --field-separator= -v= --assign= -i= --include= -l= --load= -W=
  -d=? --dump-variables=? -D=? --debug=? -L=? --lint=? -o=? --pretty-print=? -p=? --profile=? -b --characters-as-bytes
  -c --traditional -C --copyright -g --gen-pot -h --help -I --trace -k --csv -M --bignum -N --use-lc-numeric -n
  --non-decimal-data -O --optimize -P --posix -r --re-interval -s --no-optimize -S --sandbox -t --lint-old -V --version`

/** The texts that it is given as programs. Programs in files are not on the line. */
function awkPrograms(argv: readonly Word[]): readonly Word[] {
  const texts: Word[] = []
  let isInFile = false
  let at = 1
  for (; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word !== 'string' || !startsWith(word, '-')) break
    if (word === '--') {
      at++
      break
    }
    for (const { option, glued } of readOption(word, optionTable(AWK_OPTIONS)).met) {
      if (option.kind === 'flag' || option.kind === 'glued') continue
      const value = glued ?? argv[++at] ?? null
      if (option.kind === 'script') texts.push(value)
      if (option.wide) isInFile = true
      // POSIX's way to spell a long option.
      if (option.name === '-W' && (value === null || startsWith(value, 'source='))) texts.push(value?.slice(7) ?? null)
    }
  }
  if (texts.length > 0 || isInFile || at >= argv.length) return texts
  return [argv[at] ?? null]
}
