/** Part of the command line: turns arguments into an invocation, by the command's own table of options. */

import { BadUse, meant } from './bad-use.ts'
import type { CommandSpec, Invocation, OptionSpec } from './command.ts'

/** Throws `BadUse` for anything that the command does not have. */
export function parse(args: readonly string[], command: CommandSpec): Invocation {
  const positionals: string[] = []
  const on = new Set<string>()
  const values = new Map<string, string>()
  const end = command.passesOn === true && args.includes('--') ? args.indexOf('--') : args.length
  for (const token of tokensOf(args.slice(0, end), command)) {
    if (token.kind === 'positional') {
      positionals.push(token.value)
      continue
    }
    const option = command.options.find(({ name }) => name === token.name)
    if (option === undefined) throw unknownOption(token.rawName, command)
    if (on.has(option.name) || values.has(option.name)) throw new BadUse(`--${option.name} is given twice`)
    if (option.value === undefined) on.add(switchOf(option, token.value))
    else values.set(option.name, valueOf(option, token.value, token.inlineValue))
  }
  if (positionals.length > command.most && !on.has('help')) {
    const hint = takesCalls(command) ? quoteHint(command, positionals) : optionHint(command, positionals)
    const { name, most } = command
    const takes =
      most === 0 ? 'no arguments' : `at most ${most} argument${most === 1 ? '' : 's'}, not ${positionals.length}`
    throw new BadUse(`${name} takes ${takes}`, hint)
  }
  return { args: positionals, rest: args.slice(end + 1), on, values }
}

type Token =
  | { readonly kind: 'positional'; readonly value: string }
  | {
      readonly kind: 'option'
      readonly name: string
      /** As it was written, without its value. */
      readonly rawName: string
      readonly value: string | undefined
      /** Whether the value was glued to the name. */
      readonly inlineValue: boolean | undefined
    }

/**
 * Splits the arguments exactly as Node's own `parseArgs` does (a test compares them), which takes longer to load than a
 * decision takes. A letter stands for a switch, never for an option with a value.
 */
export function tokensOf(args: readonly string[], { options }: Pick<CommandSpec, 'options'>): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      for (const value of args.slice(at + 1)) tokens.push({ kind: 'positional', value })
      break
    }
    if (!arg.startsWith('-') || arg === '-') tokens.push({ kind: 'positional', value: arg })
    else if (!arg.startsWith('--')) {
      for (const letter of arg.slice(1)) tokens.push(switchToken(letter, options))
    } else {
      const equals = arg.indexOf('=', 3)
      const rawName = equals < 0 ? arg : arg.slice(0, equals)
      const name = rawName.slice(2)
      const takes = equals < 0 && options.some((option) => option.name === name && option.value !== undefined)
      const value = equals < 0 ? (takes ? args[++at] : undefined) : arg.slice(equals + 1)
      const inlineValue = value === undefined ? undefined : equals >= 0
      tokens.push({ kind: 'option', name, rawName, value, inlineValue })
    }
  }
  return tokens
}

function switchToken(letter: string, options: readonly OptionSpec[]): Token {
  const name = options.find(({ short }) => short === letter)?.name ?? letter
  return { kind: 'option', name, rawName: `-${letter}`, value: undefined, inlineValue: undefined }
}

function switchOf(option: OptionSpec, value: string | undefined): string {
  if (value !== undefined) throw new BadUse(`--${option.name} takes no value`)
  return option.name
}

function valueOf(
  { name, value: what, among }: OptionSpec,
  value: string | undefined,
  inline: boolean | undefined,
): string {
  if (value === undefined || value === '') throw new BadUse(`--${name} needs a value: ${what}`)
  // A single dash is not an option: it stands for the terminal.
  if (inline !== true && value.startsWith('-') && value !== '-') {
    throw new BadUse(`--${name} needs a value: ${what}`, `If it really begins with a dash, write --${name}=${value}`)
  }
  if (among !== undefined && !among.includes(value))
    throw new BadUse(`--${name} does not take ${value}`, meant(value, among, `It is one of ${among.join(', ')}.`))
  return value
}

function unknownOption(written: string, command: CommandSpec): BadUse {
  const names = command.options.map(({ name }) => `--${name}`)
  const quote = takesCalls(command)
    ? `To ${command.name} a command that has options of its own, put it in quotes.`
    : undefined
  return new BadUse(`${command.name} has no option ${written}`, meant(written, names, quote))
}

function takesCalls({ name }: CommandSpec): boolean {
  return name === 'check' || name === 'explain'
}

/** A hint for a word such as in `init claude-code` that should be the value of an option. */
function optionHint({ options }: CommandSpec, words: readonly string[]): string | undefined {
  for (const word of words) {
    const option = options.find(({ among }) => among?.includes(word) === true)
    if (option !== undefined) return `Did you mean --${option.name} ${word}?`
  }
  return undefined
}

function quoteHint(command: CommandSpec, words: readonly string[]): string {
  return `To ${command.name} a command, put it in quotes: countersign ${command.name} '${words.join(' ')}'`
}
