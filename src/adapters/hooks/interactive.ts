/**
 * Part of the command hooks: whether a line would leave an interpreter waiting for input.
 *
 * This is a second line of defence for a client that types into running programs without a hook. It knows only the
 * usual spellings; the client's own setting closes the gap (docs/guide/agents.md).
 */

import { basename } from 'node:path'

const SHELLS = new Set('bash sh zsh dash ksh fish csh tcsh ash'.split(' '))
/** Programs that run or pass on their standard input unless an argument says otherwise. */
const INTERPRETERS = new Set([
  ...SHELLS,
  ...`busybox pwsh python python2 python3 node deno bun ruby irb perl php lua R ghci
  scala jshell psql mysql mariadb sqlite3 mongosh redis-cli gdb lldb ed ex bc dc ftp sftp telnet nc ncat socat expect
  script screen tmux su vi vim nvim emacs nano less more man cat`.split(/\s+/),
])
const WRAPPERS = new Set(
  `env exec command nohup sudo doas nice time timeout stdbuf setsid builtin eval if then elif else while until do !`.split(
    ' ',
  ),
)
/** Flags that take a script as their argument, and flags after which there is no script. */
const GIVES_SCRIPT = /^(?:-[a-zA-Z]*[ceEp]|--command|--eval|--print|--execute|--version|--help|-V|-v|-h)(?:=|$)/
/** The other flags of a shell say how it reads, not what. */
const GIVES_SHELL_SCRIPT = /^(?:-[a-zA-Z]*c|--version|--help)$/
/** It waits for input although it was given something to run. */
const STAYS = /^-[a-zA-Z]*i$/
const SHELL_STAYS = /^-[a-zA-Z]*[is][a-zA-Z]*$/
const SEPARATORS = /\|\||&&|[;\n&(){}]/

export function startsInterpreter(line: string): boolean {
  return line.split(SEPARATORS).some(waits)
}

/** Only the first command of a pipeline can wait for the terminal. */
function waits(part: string): boolean {
  const [command = ''] = part.split('|', 1)
  if (/<(?!&)/.test(command)) return false
  const words = command.trim().split(/\s+/).map(unquoted)
  const start = words.findIndex((word) => !WRAPPERS.has(word) && !/^(?:\w+=|-|\d+[smhd]?$)/.test(word))
  const program = basename(words[start] ?? '')
  const name = INTERPRETERS.has(program) ? program : withoutVersion(program)
  if (!INTERPRETERS.has(name)) return false
  const isShell = SHELLS.has(name)
  const rest = words.slice(start + 1)
  const script = rest.findIndex((word) => !word.startsWith('-') && word !== '')
  const flags = script === -1 ? rest : rest.slice(0, script)
  if (flags.some((word) => (isShell ? GIVES_SHELL_SCRIPT : GIVES_SCRIPT).test(word))) return false
  return script === -1 || flags.some((word) => (isShell ? SHELL_STAYS : STAYS).test(word))
}

function withoutVersion(program: string): string {
  let end = program.length
  while (end > 0 && '0123456789.'.includes(program.charAt(end - 1))) end--
  return program.slice(0, end)
}

function unquoted(word: string): string {
  return word.replaceAll(/["'\\]/g, '')
}
