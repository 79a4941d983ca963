/**
 * The command line: `countersign COMMAND …`.
 *
 * INVARIANT: exit code 0 of a decision means allow and nothing else; every failure ends with another one.
 */

import { isAbsolute } from 'node:path'
import { messageOf } from '../engine/thrown.ts'
import { BadUse, BrokenPolicy, isMendable, meant } from './bad-use.ts'
import { EXIT } from './command.ts'
import type { CommandSpec } from './command.ts'
import { allCommands, commandNamed } from './commands.ts'
import { leave, print, printJson } from './output.ts'
import { parse } from './parse.ts'
import type { Page } from './render/page.ts'
import { commandFirst, commandIn } from './words.ts'

declare const COUNTERSIGN_VERSION: string

const HELP_WORDS = new Set([undefined, 'help', '--help', '-h'])

/** Agents take exit code 1 of a hook to mean: go on. So a hook fails with the code of bad use. */
const FAILURE = commandIn(process.argv.slice(2)) === 'hook' ? EXIT.badUse : EXIT.failure

// An empty or relative home would be a folder inside the project; the system knows the right one.
if (!isAbsolute(process.env['HOME'] ?? '/')) delete process.env['HOME']

// Until there is a verdict, the process counts as failed, whatever ends it.
process.exitCode = FAILURE
// Waits until all modules have been read: code in other bundles (scripts/bundle-cli.mjs) needs them complete.
void Promise.resolve(process.argv.slice(2)).then(main).then(leave)

async function main(args: readonly string[]): Promise<number> {
  const wantsJson = args.includes('--json')
  try {
    if (HELP_WORDS.has(args[0])) return await help(args[1])
    if (args[0] === '--version' || args[0] === '-V') return version(wantsJson)
    const [name, ...rest] = commandFirst(args)
    const command = find(name)
    const invocation = parse(rest, command)
    if (invocation.on.has('help')) return await help(command.name)
    const { run } = await command.load()
    return await run(invocation)
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException | undefined)?.syscall === 'uv_cwd'
    return fail(isGone ? new BadUse('the folder it was started in is gone') : error, commandIn(args), wantsJson)
  }
}

function version(wantsJson: boolean): number {
  if (wantsJson) printJson({ version: COUNTERSIGN_VERSION })
  else print((page) => page.line(COUNTERSIGN_VERSION))
  return EXIT.ok
}

function find(name: string): CommandSpec {
  const command = commandNamed(name)
  if (command !== undefined) return command
  const names = allCommands().map((known) => known.name)
  const elsewhere = ELSEWHERE.get(name)
  const hint = elsewhere === undefined ? undefined : `Did you mean ${elsewhere}?`
  throw new BadUse(`${name} is not a command`, hint ?? meant(name, names, 'countersign --help lists the commands.'))
}

/** What other tools call our commands. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['log', 'audit'],
  ['logs', 'audit'],
  ['history', 'audit'],
  ['status', 'doctor'],
  ['policy', 'rules'],
  ['list', 'rules'],
  ['start', 'serve'],
  ['server', 'serve'],
  ['web', 'serve'],
  ['setup', 'init'],
  ['install', 'init'],
  ['uninstall', 'init --remove'],
  ['allow', 'rules add allow'],
  ['ask', 'rules add ask'],
  ['deny', 'rules add deny'],
  ['untrust', 'trust --remove'],
  ['validate', 'lint'],
  ['version', '--version'],
])

async function help(name: string | undefined): Promise<number> {
  const { drawCommand, drawOverview } = await import('./render/help.ts')
  return print((page) => (name === undefined ? drawOverview(page, allCommands()) : drawCommand(page, find(name))))
}

async function fail(error: unknown, name: string | undefined, wantsJson: boolean): Promise<number> {
  if (error instanceof BrokenPolicy) {
    const { drawProblems } = await import('./render/problems.ts')
    if (wantsJson) printJson({ error: error.message, problems: error.problems })
    else print((page) => drawProblems(page, error.problems), 'stderr')
    return EXIT.badUse
  }
  const message = messageOf(error)
  if (wantsJson && !isUnwritten(error))
    printJson({ error: message, hint: error instanceof BadUse ? error.hint : undefined })
  else print((page) => drawFailure(error, message, name, page), 'stderr')
  return isMendable(error) ? EXIT.badUse : FAILURE
}

/** Whether the output failed; then nobody can read JSON either. */
function isUnwritten(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotWritten'
}

function drawFailure(error: unknown, message: string, name: string | undefined, page: Page): void {
  page.line(['countersign', 'bold'], ': ', [message, 'red'])
  if (!isMendable(error)) {
    page.line('This should not have happened; no verdict was given.')
    if (error instanceof Error && process.env['COUNTERSIGN_DEBUG'] !== undefined) {
      for (const line of (error.stack ?? '').split('\n')) page.line([line, 'dim'])
    }
    return
  }
  if (error instanceof BadUse && error.hint !== undefined) page.line(error.hint)
  else if (commandNamed(name) !== undefined) page.line(`countersign ${name} --help tells more.`)
}
