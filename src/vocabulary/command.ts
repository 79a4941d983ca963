/** Part of the vocabularies: the command line of a shell tool's input. */

import type { Input } from '../engine/call.ts'
import type { ToolEntry } from './entry.ts'
import { type GivenField, givenFields } from './given.ts'
import type { Draft, Translated } from './translate.ts'

type Command = NonNullable<Translated['command']>

/**
 * Shells whose language is understood. They count only as a bare name or in a system directory, since anything else may
 * be any program.
 */
const SHELLS: ReadonlyMap<string, 'bash' | 'sh' | 'powershell'> = new Map([
  ['bash', 'bash'],
  ['sh', 'sh'],
  ['dash', 'sh'],
  ['pwsh', 'powershell'],
  ['powershell', 'powershell'],
  ['powershell.exe', 'powershell'],
])
const SYSTEM_DIRECTORY = /^\/(?:usr\/)?bin\//u
const PROGRAM = /^[\w@%+:./-]+$/u

/** Reads the command, its shell and its circumstances into `draft`. */
export function readCommand(
  entry: ToolEntry,
  names: readonly string[],
  input: Input,
  draft: Draft,
  problems: string[],
): void {
  draft.shell = readShell(entry, input, problems)
  if (entry.dynamic === true) draft.dynamic = true
  if (entry.hazards !== undefined) checkHazards(entry.hazards, input, problems)
  const given = givenFields(input, names)
  if (given.length === 0) {
    if (entry.dynamic === true) draft.command = { text: '' }
    else problems.push(`its command is missing (${quoted(names)})`)
    return
  }
  const first = given[0]?.value
  const only =
    given.length === 1 && typeof first === 'string'
      ? { text: first }
      : onlyOne(
          given.flatMap((field) => readOne(field, entry, problems)),
          given,
          problems,
        )
  const command = withArguments(entry.unwraps === true ? unwrapped(only) : only, entry, input, problems)
  if (command === undefined) return
  draft.command = command
  if (entry.ownShell === true && 'argv' in command) draft.ownShell = true
  if (entry.dynamic === true && !('text' in command && command.text === '')) {
    problems.push('it types into a program that already runs')
  }
}

function checkHazards(names: readonly string[], input: Input, problems: string[]): void {
  for (const { field, value } of givenFields(input, names)) {
    if (isFilled(value)) problems.push(`it changes the command's surroundings (\`${field}\`)`)
  }
}

function readShell(entry: ToolEntry, input: Input, problems: string[]): NonNullable<Translated['shell']> {
  const usual = entry.tool === 'PowerShell' ? 'powershell' : 'bash'
  const named = entry.shell === undefined ? undefined : givenFields(input, [entry.shell])[0]?.value
  // A boolean says whether there is a shell, not which.
  if (named === undefined || typeof named === 'boolean') return usual
  const shell = typeof named === 'string' ? SHELLS.get(named.replace(SYSTEM_DIRECTORY, '')) : undefined
  if (shell === undefined) problems.push(`it names a shell whose language is not read here (\`${entry.shell}\`)`)
  return shell ?? 'unknown'
}

function readOne({ field, value }: GivenField, entry: ToolEntry, problems: string[]): Command[] {
  if (typeof value === 'string') return [{ text: value }]
  if (!Array.isArray(value) || value.length === 0) {
    problems.push(`its command is not text (\`${field}\`)`)
    return []
  }
  const argv = value.filter((word) => typeof word === 'string')
  if (argv.length < value.length) problems.push(`its command has a word that is not text (\`${field}\`)`)
  if (entry.argv !== true) problems.push(`its command is a list (\`${field}\`)`)
  return [{ argv }]
}

/** Two commands in one call are read as a script of both, which restrictions search and no permission covers. */
function onlyOne(commands: readonly Command[], given: readonly GivenField[], problems: string[]): Command | undefined {
  if (commands.length < 2 || new Set(commands.map((command) => JSON.stringify(command))).size === 1) return commands[0]
  problems.push(`its command is said twice, differently (${quoted(given.map(({ field }) => field))})`)
  return { text: commands.map(asText).join('\n') }
}

const WRAPPER =
  /^\s*(?:(?:\S*\/)?(?:sh|bash|zsh)\s+(?:-\w+\s+)*-\w*c|cmd(?:\.exe)?\s+\/c|(?:powershell|pwsh)(?:\.exe)?\s+(?:-\w+\s+)*-Command)\s+/iu
const QUOTED = /^(["'])(.*)\1$/su

/**
 * The command both as a shell would run it and without the wrapper, as the tool runs it, since the removed quotes need
 * not have belonged to one word: both must be allowed.
 */
function unwrapped(command: Command | undefined): Command | undefined {
  if (command === undefined || !('text' in command)) return command
  const wrapper = WRAPPER.exec(command.text)?.[0]
  if (wrapper === undefined) return command
  const rest = command.text.slice(wrapper.length).trim()
  return { text: `${command.text}\n${QUOTED.exec(rest)?.[2] ?? rest}` }
}

function withArguments(
  command: Command | undefined,
  entry: ToolEntry,
  input: Input,
  problems: string[],
): Command | undefined {
  if (command === undefined || entry.args === undefined) return command
  const given = givenFields(input, entry.args).find(({ value }) => isFilled(value))
  if (given === undefined) return command
  const all: readonly unknown[] = Array.isArray(given.value) ? given.value : [given.value]
  const words = all.filter((word) => typeof word === 'string')
  if (!Array.isArray(given.value) || words.length < all.length) {
    problems.push(`its arguments are not a list of texts (\`${given.field}\`)`)
  }
  if ('text' in command && PROGRAM.test(command.text)) return { argv: [command.text, ...words] }
  problems.push(`its arguments follow what is not a single program (\`${given.field}\`)`)
  return { text: [asText(command), ...words].join(' ') }
}

function asText(command: Command): string {
  return 'text' in command ? command.text : command.argv.join(' ')
}

function isFilled(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== '' && value !== false
  return Object.keys(value).length > 0
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
