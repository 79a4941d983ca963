/**
 * Part of the wrapper catalogue: programs that are no wrappers, but have an option or operand that carries a command
 * (`tar --to-command`, `ssh -o ProxyCommand=`, `vim -c ':!…'`).
 *
 * Restrictions only. Whether such an option spoils a permission is the program catalogue's business.
 */

import type { Word } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import { envEffect } from '../environment.ts'
import { ALIKE, CARRIERS, LENT, SCRIPT_OPERANDS, USUAL } from './carrier-list.ts'
import { settingOf } from './env.ts'
import { carried } from './given-more.ts'
import { optionTable, readOption, valueOf } from './options.ts'
import { isEditor, textCommands } from './texts.ts'
import {
  innerArgv,
  innerCode,
  innerCut,
  innerElsewhere,
  innerEvaluated,
  innerInput,
  innerScript,
  NOTHING,
  isStdinFile,
} from './unwrapped.ts'
import type { Reader, Traits, Unwrapped } from './unwrapped.ts'

const SOCAT = /^(?:exec|system|shell|sh-c|cmd):([^,]*)/iu

interface Carrier {
  readonly name: string
  readonly prefixes: readonly string[]
  /** Few of its values hold a command, so an unknown value is taken to hold none. */
  readonly seldom: boolean
}

/** The value is what this variable would hold: none of its options is a command, but many load code. */
const NODE_OPTIONS = 'NODE_OPTIONS='

/** `*.lua=lua` */
const INTERPRETED = /^\*?(\S*)=(\w+)$/u

/** For rpm. */
const MACRO_IN_LUA = /%\{lua:(.+)/su

const lines = new Map<string, readonly Carrier[]>()

export const readCarrier: Reader = (argv, program) => {
  if (!argv.some((word) => word !== null && (startsWith(word, '-') || startsWith(word, '+')))) return NOTHING
  const out: Unwrapped[] = []
  const traits: Traits = { lent: LENT.includes(program) || undefined }
  for (const carrier of carriersOf(program)) {
    for (let at = 1; at < argv.length; at++) {
      const value = valueAt(argv, at, carrier)
      if (value === null && !carrier.seldom) out.push(innerScript(null, 'sh', traits))
      if (typeof value !== 'string') continue
      if (carrier.prefixes[0] === '<') {
        const lua = MACRO_IN_LUA.exec(value)?.[1]
        if (lua !== undefined) out.push({ ...innerCode(lua, 'Lua'), ...traits })
        for (const one of textCommands(program, value)) out.push({ ...one, ...traits })
        continue
      }
      const [, ending, interpreter] = INTERPRETED.exec(carrier.prefixes[0] ?? '') ?? []
      if (ending !== undefined && interpreter !== undefined) {
        if (value.endsWith(ending)) out.push({ ...innerArgv([interpreter, value]), ...traits })
        continue
      }
      if (carrier.prefixes[0] === NODE_OPTIONS) {
        if (envEffect('NODE_OPTIONS', value, null) !== 'harmless')
          out.push({ ...innerEvaluated('Node may load code'), lent: traits.lent })
        continue
      }
      const script = commandIn(value, carrier.prefixes)
      if (script === undefined) continue
      const named = isUsual(script, program) ? undefined : traits
      out.push(...carried(listedAs(program), carrier.name, script, argv, named))
    }
  }
  return out
}

export function isUsual(command: string, program: string): boolean {
  return Object.hasOwn(USUAL, program) && USUAL[program]?.split(' ').includes(command) === true
}

/** `concurrently 'a' 'b'`, `hyperfine 'a' 'b'`: each operand is a command. */
export const readOperandScripts: Reader = (argv, program) => {
  const table = optionTable(Object.hasOwn(SCRIPT_OPERANDS, program) ? (SCRIPT_OPERANDS[program] ?? '') : '')
  const out: Unwrapped[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word === null || !startsWith(word, '-')) {
      out.push(innerScript(word, 'sh'))
      continue
    }
    for (const { option, glued } of readOption(word, table).met) {
      if (option.lookup) return []
      if (option.kind === 'flag') continue
      const value = glued ?? argv[++at] ?? null
      if (option.kind === 'script') out.push(innerScript(value, 'sh'))
    }
  }
  return [...out, ...filledFromLists(argv)]
}

const MOST_FILLED = 100
/** For all texts together. */
const MOST_LETTERS = 20_000

/** `hyperfine -L name a,b '{name} c'`: each value of the list is filled in; with several lists, every combination. */
function filledFromLists(argv: readonly Word[]): readonly Unwrapped[] {
  let texts: readonly string[] = argv.filter((word) => word !== null && includes(word, '{')) as string[]
  const given = new Set(texts)
  for (let at = 1; at + 2 < argv.length; at++) {
    const [option, name, list] = argv.slice(at, at + 3)
    if ((option !== '-L' && option !== '--parameter-list') || name == null || list == null) continue
    const mark = `{${name}}`
    const filled: string[] = []
    let letters = 0
    for (const text of texts) {
      const parts = text.split(mark)
      for (const one of parts.length === 1 ? [''] : list.split(',')) {
        letters += text.length + parts.length * one.length
        if (filled.length === MOST_FILLED || letters > MOST_LETTERS) return [innerCut('commands of a list')]
        filled.push(parts.join(one))
      }
    }
    texts = filled
  }
  return texts.flatMap((text) => (given.has(text) ? NOTHING : [innerScript(text, 'sh')]))
}

/** `sqlite3 db '.shell …'`, `ed '!…'`: commands inside an operand. */
export const readTextOperands: Reader = (argv, program) =>
  argv.slice(1).flatMap((word) => {
    if (word === null || startsWith(word, '-')) return NOTHING
    // sqlite3 reads the text as one command: line ends are blanks between words, and a backslash before a character
    // changes nothing.
    const bare = word.replaceAll('\n', ' ').replaceAll(/\\([^])/gu, '$1')
    const others = bare === word ? NOTHING : textCommands(program, bare)
    return [...textCommands(program, word), ...others]
  })

/**
 * `socat - EXEC:command,options`. An address may have two parts, one that is read and one that is written:
 * `FILE:x!!EXEC:command`.
 */
export const readSocat: Reader = (argv) =>
  argv.slice(1).flatMap((word) =>
    (word?.split('!!') ?? []).flatMap((address) => {
      const command = SOCAT.exec(address)?.[1]?.replaceAll(/^["']|["']$/gu, '')
      return command === undefined ? [] : [innerScript(command, 'sh')]
    }),
  )

/** The commands are in makefiles, justfiles and the like; only what is given as text is on the line. */
export const readRecipes: Reader = (argv, program) => {
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? null
    if (word === null) continue
    if (
      startsWith(word, '--eval') ||
      startsWith(word, '-E') ||
      startsWith(word, 'SHELL=') ||
      /^[\w.]+(?:[:+?]?=.*(?:\$\(|`)|!=)|^\.SHELLFLAGS=|^MAKE=/su.test(word)
    )
      return [innerCode(word, 'make'), ...textCommands('make', startsWith(word, '-') ? evaluated(argv, at) : word)]
    const file = word === '-f' || word === '--file' ? argv[at + 1] : startsWith(word, '-f') ? word.slice(2) : undefined
    if (file !== undefined && isStdinFile(file)) return [innerInput('make')]
    const code = program === 'rake' ? RAKE_CODE.exec(word) : null
    if (code !== null) {
      const text = code[1] ?? argv[at + 1] ?? null
      return [innerCode(text, 'Ruby'), ...(text === null ? NOTHING : textCommands('ruby', text))]
    }
    if (program === 'just' && (word === '-c' || word === '--command'))
      return [innerArgv(argv.slice(at + 1), { at: at + 1 })]
  }
  const set = argv.flatMap((word) => {
    const setting = word === null ? null : /^(\w+)[:+?]?=(.*)$/su.exec(word)
    return setting === null ? [] : settingOf(setting[1] ?? '', setting[2] ?? '', program)
  })
  return [...set, innerElsewhere(`runs the recipes that ${program} finds in its file`)]
}

const RAKE_CODE = /^(?:-[eEp]|--execute(?:-print|-continue)?=?)(.+)?$/su

/** `--eval=text`, `--eval text` and `-E text`. */
function evaluated(argv: readonly Word[], at: number): string {
  const word = argv[at] ?? ''
  if (startsWith(word, '-E') && word.length > 2) return word.slice(2)
  return includes(word, '=') ? word.slice(word.indexOf('=') + 1) : (argv[at + 1] ?? '')
}

function carriersOf(program: string): readonly Carrier[] {
  const known = lines.get(program)
  if (known !== undefined) return known
  const name = listedAs(program)
  const line = Object.hasOwn(CARRIERS, name) ? (CARRIERS[name] ?? '') : ''
  const carriers = line.split(/ (?=[-+])/u).flatMap((token): Carrier[] => {
    const sign = token.indexOf('@')
    const name = token.slice(0, sign)
    if (sign < 0) return []
    const texts = token.slice(sign + 1)
    const prefixes = texts.split('|').map((text) => text.replace('¦', '|'))
    return [{ name, prefixes, seldom: /^[~¦]/u.test(texts) }]
  })
  lines.set(program, carriers)
  return carriers
}

function listedAs(program: string): string {
  if (isVi(program)) return 'vim'
  return Object.hasOwn(ALIKE, program) ? (ALIKE[program] ?? program) : program
}

/**
 * The value that this word gives the option: glued, after `=`, or the next word; undefined if the word is not this
 * option.
 */
function valueAt(argv: readonly Word[], at: number, { name }: Carrier): Word | undefined {
  const word = argv[at]
  if (typeof word !== 'string' || word.charCodeAt(0) !== name.charCodeAt(0)) return undefined
  if (name === '+' && word !== name) return word.slice(1)
  const value = valueOf(word, name)
  return value === null ? (argv[at + 1] ?? null) : value
}

function commandIn(value: string, prefixes: readonly string[]): string | undefined {
  const lower = value.toLowerCase()
  if (prefixes[0] === '#') return behindColons(value)
  for (const prefix of prefixes) {
    const text = prefix.toLowerCase()
    const at = startsWith(prefix, '~') ? wordAt(lower, text.slice(1)) : startsWith(lower, text) ? 0 : -1
    if (at < 0) continue
    const rest = value.slice(at + (startsWith(prefix, '~') ? prefix.length - 1 : prefix.length))
    if (startsWith(prefix, '~'))
      return rest
        .replace(/^[\s=]+/u, '')
        .replace(/["']$/u, '')
        .trim()
    return (prefix === '' ? rest : rest.replace(/^[\s=]+/u, '')).trim()
  }
  return undefined
}

/** `after_move:command`, `pdf,doc:command,gz:command` */
function behindColons(value: string): string | undefined {
  const [, command] = /^[^\s:]*:([^]*)$/u.exec(value) ?? []
  return command?.replaceAll(/,[\w.*]+:/gu, ';')
}

/** Index of the place where a word of the value begins with this text. */
function wordAt(value: string, text: string): number {
  let at = value.indexOf(text)
  while (at > 0 && !/[\s,="']/u.test(value.charAt(at - 1))) at = value.indexOf(text, at + 1)
  return at
}

export function isCarrier(program: string): boolean {
  return Object.hasOwn(CARRIERS, program) || isVi(program) || Object.hasOwn(ALIKE, program)
}

function isVi(program: string): boolean {
  return isEditor(program) && program !== 'ed'
}

export function takesScripts(program: string): boolean {
  return Object.hasOwn(SCRIPT_OPERANDS, program)
}
