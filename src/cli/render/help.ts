/** Part of what the command line prints: the help, drawn from the table of commands. */

import { EXIT } from '../command.ts'
import type { CommandSpec, OptionSpec } from '../command.ts'
import type { Page } from './page.ts'

/** The commands to begin with. */
const FIRST = ['init', 'doctor', 'serve', 'check', 'explain']

export function drawOverview(page: Page, commands: readonly CommandSpec[]): typeof EXIT.ok {
  page.line(
    ['countersign', 'bold'],
    ' decides what an AI agent may do: each tool call is allowed, denied or put before a person.',
  )
  page.gap().line(['Usage', 'bold'], '  countersign COMMAND …').gap()
  const width = Math.max(...commands.map(({ name }) => name.length))
  for (const { name, summary } of commands) page.line('  ', [name.padEnd(width), 'cyan'], `  ${summary}`)
  page.gap()
  for (const name of FIRST) {
    const [line, about] = commands.find((command) => command.name === name)?.examples[0] ?? []
    if (line !== undefined) page.line('  ', [`$ ${line}`, 'dim']).line(`      ${about}`)
  }
  page.gap().line('`countersign COMMAND --help` tells more about one; `countersign --version` says which this is.')
  return EXIT.ok
}

export function drawCommand(page: Page, command: CommandSpec): typeof EXIT.ok {
  page.line([`countersign ${command.name}`, 'bold'], `: ${command.summary}`).gap()
  command.usage.forEach((usage, at) => page.line([at === 0 ? 'Usage  ' : '       ', 'bold'], `countersign ${usage}`))
  page.gap()
  const width = Math.max(...command.options.map((option) => written(option).length))
  for (const option of command.options) {
    const among = option.among === undefined ? '' : ` (${option.among.join(', ')})`
    page.line('  ', [written(option).padEnd(width), 'cyan'], `  ${option.about}${among}`)
  }
  page.gap()
  for (const [line, about] of command.examples) page.line('  ', [`$ ${line}`, 'dim']).line(`      ${about}`)
  if (command.afterword !== undefined) {
    page.gap()
    for (const line of command.afterword.split('\n')) page.line(line)
  }
  return EXIT.ok
}

function written({ name, short, value }: OptionSpec): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
}
