/**
 * Part of the command hooks: whether a line leaves an interpreter waiting for input.
 *
 * A second line of defence for a client that types into running programs unseen. It knows the usual spellings only; what
 * closes the gap is the client's own setting (docs/guide/agents.md).
 */

/** Programs that run what they are told on standard input when no argument says what to run. */
const INTERPRETERS = new Set(
  `bash sh zsh dash ksh fish csh tcsh ash busybox pwsh python python2 python3 node deno bun ruby irb perl php lua R ghci
  scala jshell psql mysql mariadb sqlite3 mongosh redis-cli gdb lldb ed ex bc dc ftp sftp telnet nc ncat socat expect
  script screen tmux su vi vim nvim emacs nano less more man`.split(/\s+/),
)
const WRAPPERS = new Set([
  'env',
  'exec',
  'command',
  'nohup',
  'sudo',
  'doas',
  'nice',
  'time',
  'stdbuf',
  'setsid',
  'builtin',
])
/** Flags after which the script is an argument. */
const GIVES_SCRIPT = /^(?:-[a-zA-Z]*[ceEp]|--command|--eval|--print|--execute|--version|--help|-V|-v|-h)(?:=|$)/
const SEPARATORS = /\|\||&&|[;\n&(){}]/
const LONGEST = 20_000

export function startsInterpreter(line: string): boolean {
  if (line.length > LONGEST) return false
  return line.split(SEPARATORS).some(waits)
}

/** Of a pipeline only the first command can wait for the terminal. */
function waits(part: string): boolean {
  const [command = ''] = part.split('|')
  if (/<(?!&)/.test(command)) return false
  const words = command.trim().split(/\s+/).map(unquoted)
  const start = words.findIndex((word) => !/^\w+=/.test(word) && !WRAPPERS.has(word) && !word.startsWith('-'))
  const program = baseName(words[start] ?? '')
  if (!INTERPRETERS.has(program.replace(/[\d.]+$/, '')) && !INTERPRETERS.has(program)) return false
  const rest = words.slice(start + 1)
  return !rest.some((word) => GIVES_SCRIPT.test(word) || (!word.startsWith('-') && word !== ''))
}

function unquoted(word: string): string {
  return word.replaceAll(/["'\\]/g, '')
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}
