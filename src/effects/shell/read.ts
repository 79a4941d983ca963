/**
 * What a shell line would really do: every command of it, with what its words, redirections, assignments and wrappers
 * make it run, read, write and talk to.
 *
 * INVARIANT: never throws. What the strict parser refuses, or the second opinion contradicts, is an `unknown` effect,
 * beside every command that can plausibly be read out of it.
 */

import type { PlacedCommand } from '../catalogue/dangers.ts'
import { CommandReader } from './command.ts'
import type { ScriptUse } from './command.ts'
import type { ShellContext, ShellReading } from './context.ts'
import { guessCommands } from './guess.ts'
import { Environment, Environments } from './state.ts'
import { parseShell } from './syntax/parse.ts'
import { agrees } from './syntax/second-opinion.ts'
import { enterAssigns, enterLoops, surveyVariables } from './variables.ts'

export function readShell(
  command: { readonly text: string } | { readonly argv: readonly string[] },
  context: ShellContext,
): ShellReading {
  const reader = new CommandReader(context, readScript)
  if ('argv' in command) {
    reader.readArgv(command.argv, { of: 0, environment: plainEnvironment(context.cwd), depth: 0 })
  } else {
    readScript(command.text, context.shell, { reader, of: 0, cwd: context.cwd, depth: 0 })
  }
  return reader.finish()
}

const MOST_DEPTH = 4
/** Nothing in such a line can be read in two ways. */
const PLAIN = /^[\w./:,@%+=-]+(?: [\w./:,@%+=-]+)*$/

function readScript(text: string, shell: string, use: ScriptUse): void {
  const { reader, of } = use
  if (use.depth > MOST_DEPTH) return notUnderstood(text, 'commands nested too deep', use)
  if (shell === 'powershell' || shell === 'unknown') return notUnderstood(text, `no reading of ${shell} commands`, use)
  const parsed = parseShell(text)
  if (!parsed.ok) return notUnderstood(text, parsed.reason, use)
  const { script } = parsed
  if (!PLAIN.test(text) && !agrees(text, script)) return notUnderstood(text, 'two parsers read it differently', use)
  if (script.commands.length === 0) return reader.unknown('no command in it', of, [])
  if (script.flags.indirect) reader.unknown('a variable whose name is in another variable', of, [])
  for (const { name, span } of script.functions) {
    reader.unknown(`defines the function ${name}, which changes what that name means`, of, EVERYTHING, span)
  }
  const top = new Environment(use.cwd === null ? null : [use.cwd], surveyVariables(script))
  enterLoops(script, top, reader.context.home)
  const environments = new Environments(script, top)
  const placed: PlacedCommand[] = []
  for (const command of script.commands) {
    const environment = environments.of(command)
    const folders = environment.enter(command)
    reader.readSimple(command, script, text, { of, environment, folders, depth: use.depth, placed })
    enterAssigns(command, environment, reader.context.home)
  }
  reader.readTogether(placed, of)
}

const EVERYTHING = ['run', 'read', 'write', 'connect'] as const

function notUnderstood(text: string, why: string, use: ScriptUse): void {
  use.reader.unknown(why, use.of, EVERYTHING)
  if (use.depth > MOST_DEPTH + 1) return
  for (const argv of guessCommands(text)) {
    use.reader.readArgv(argv, { of: use.of, environment: plainEnvironment(use.cwd), depth: use.depth + 1, guess: true })
  }
}

function plainEnvironment(cwd: string | null): Environment {
  return new Environment(cwd === null ? null : [cwd], { once: new Set(), touched: new Set(), blind: false })
}
