/**
 * Part of the wrapper catalogue: commands in texts that are neither shell nor program: a text for an editor or the
 * client of a database, a crontab, a makefile.
 *
 * Restrictions only: whatever looks like a command in one of them counts.
 */

import { isAmong, NameLists } from '../among.ts'
import { commandLiterals } from './literals.ts'
import { sedScriptCommands } from './sed.ts'
import { innerCut, innerScript } from './unwrapped.ts'
import type { Unwrapped } from './unwrapped.ts'

/** `!command`, `r !command`, `%!command`. `w!` and similar run nothing. */
const EX = [/(?<![wqxeu])![ \t]*([^\n]+)/gu, /\bterm(?:inal)?\s+([^\n|]+)/gu]
const CRON = [/^[ \t]*(?:@\w+|(?:[\w*,/-]+[ \t]+){4}[\w*,/-]+)[ \t]+([^\n]+)/gmu]
const MAKE = [/(?:^\t|^[^\t\n#=:]*:[^\n;=]*;)[ \t]*[@+-]*([^\n]+)/gmu, /\$\(shell\s+([^)\n]+)/gu, /!=[ \t]*([^\n]+)/gu]
const TCL = [/\b(?:spawn|exec|system|send|overlay)[ \t]+(?:-\w+[ \t]+)*"?([^;\n\]}"]+)/gu]
const TEX = [
  /\\(?:write18|ShellEscape)\s*\{([^}\n]+)/gu,
  /\\(?:write18|ShellEscape)\s*\{([^\n]+)\}/gu,
  /\\(?:input|include)[^|\n]*\|\s*"?([^"}\n]+)/gu,
]
const CLIENT = [
  /(?:^|[\n;])[ \t]*(?::?!{1,2}|\.(?:sh|sy)[a-z]*[ \t]|(?:system|shell|pager|host)[ \t])([^\n]+)/giu,
  // Anywhere in a line.
  /\\(?:!|P[ \t])([^\n]+)/gu,
  /\\(?:o|out|g|gx|w)\s*\|\s*([^\n]+)/gu,
  // `\set x `command``
  /\\[a-z](?:[^\n`\\]|\\(?![a-z]))*`([^`\n]+)`/gu,
  /\bprogram\s+["']([^"']+)/giu,
  /\bprogram\s+'((?:[^']|'')+)'/giu,
  /\bprogram\s+\$\w*\$([^]+)\$\w*\$/giu,
  /\bxp_cmdshell\s+N?'((?:[^']|'')+)'/giu,
  /\bexecutable\s*\(\s*'((?:[^']|'')+)'/giu,
  /\.(?:output|once|import|read|excel)\s+["']?\|\s*["']?([^"'\n]+)/gu,
  /\\setenv\s+\w+\s+'?([^'\n]+)/gu,
  /\bedit\s*\([^()]*,\s*'([^']+)'/giu,
]
/**
 * The actions of keys: after a colon everything that follows; otherwise the text between brackets, or between two
 * identical signs.
 */
const KEYS = [
  /(?:execute|become|reload|preview|transform)(?:-[a-z-]+)?:([^]+)/gu,
  /(?:execute|become|reload|preview|transform)(?:-[a-z-]+)?[([{<~!@#$%^&*;/|]([^]+?)[)\]}>~!@#$%^&*;/|](?=$|[,+])/gu,
]
/** Like `CLIENT`, for programs whose language has calls; also gdb's `| command | shell command`. */
const INTERPRETER = [
  ...CLIENT,
  /%(?:sx|system|sc)[ \t]+([^\n]+)/gu,
  /(?:^|\n)[ \t]*\|[^|\n]*\|([^\n]+)/gu,
  /\btarget\s+\S+\s*\|([^\n]+)/gu,
]

const LANGUAGES: readonly (readonly [string, readonly RegExp[]])[] = [
  ['ed ex gvim mvim nvim rview rvim vi view vim vimdiff', EX],
  ['crontab', CRON],
  ['make gmake', MAKE],
  ['expect expectk tclsh wish', TCL],
  ['dc', [/!([^\n]+)/gu]],
  ['sox soxi play rec', [/^\|(.+)/gsu]],
  ['rpm rpmbuild rpmspec', [/%\(([^)\n]+)/gu]],
  ['tex latex pdftex pdflatex luatex lualatex xetex xelatex', TEX],
  ['matlab', [/(?:^|[\n;,])[ \t]*!([^\n]+)/gu]],
  ['nim', [/\b(?:exec|execShellCmd|gorge|staticExec)[ \t(]+"([^"]+)/gu]],
  ['fzf sk', KEYS],
  ['sbt', [/^[ \t]*!([^\n]+)/gmu, /"([^"]+)"{1,3}[ \t]*(?:\.[ \t]*)?!/gu]],
  ['kak', [/%sh\s*[{([<]([^})\]>]+)/gu, /!([^\n]+)/gu]],
  ['m4', [/syscmd\(\s*`?([^')\n]+)/gu]],
  [
    'psql mysql mariadb sqlite3 duckdb clickhouse clickhouse-client clickhouse-local cqlsh redis-cli sqlcmd sqlplus ftp tnftp sftp lftp smbclient',
    CLIENT,
  ],
  ['mongo mongosh ghci jshell groovysh iex sbcl ocaml racket sage ipython gdb', INTERPRETER],
]

const NO_PATTERNS: readonly RegExp[] = []
const MOST = 200

const programs = new NameLists(LANGUAGES, ([names]) => names)

function patternsFor(program: string): readonly RegExp[] {
  return programs.find(program)?.[1] ?? NO_PATTERNS
}

/** Whether it reads its instructions from its input. */
export function isClient(program: string): boolean {
  const patterns = patternsFor(program)
  return patterns === CLIENT || patterns === INTERPRETER
}

export function isEditor(program: string): boolean {
  return patternsFor(program) === EX
}

/** The commands in a text for this program. Literals in calls count as well, except in queries. */
export function textCommands(program: string, text: string): readonly Unwrapped[] {
  if (program === 'sed' || program === 'gsed') return sedScriptCommands(text)
  const patterns = patternsFor(program)
  const out: Unwrapped[] = patterns === CLIENT ? [] : [...commandLiterals(text)]
  for (const pattern of patterns)
    for (const [, script = ''] of text.matchAll(pattern)) {
      if (out.length >= MOST) return [...out, innerCut('commands in a text')]
      const text = script.replace(/["']$/u, '')
      out.push(innerScript(text, 'sh'))
      // For a database a doubled quote is one quote; for the shell it is nothing.
      if (text.includes("''")) out.push(innerScript(text.replaceAll("''", "'"), 'sh'))
    }
  return out
}

const EX_WRITE = /(?:^|[|\n])(?:[^\S\n]|:)*(?:sil\w*!?\s+)?[\d,.$%]*(?:w|wr\w*|W|sav\w*)!?[ \t]+([^!\s|][^\s|]*)/gu

const CLIENT_READ =
  /(?:^|[\n;])[ \t]*(?:\\i|\\ir|\\include(?:_relative)?|\\\.|source|\.(?:read|import|restore|open|load|so))[ \t]+['"]?([^\s;'"|]+)/giu

const INCLUDED = /^[ \t]*#[ \t]*(?:include(?:_next)?|import|embed)[ \t]*["<]([^">\n]+)/gmu
const COMPILERS = 'cc c++ cpp gcc g++ clang clang++'

/** The files that the client of a database, or a compiler, is told to read. */
export function textReads(program: string, text: string): readonly string[] {
  const pattern = isClient(program) ? CLIENT_READ : isAmong(program, COMPILERS) ? INCLUDED : undefined
  return pattern === undefined ? [] : Array.from(text.matchAll(pattern), ([, file = '']) => file)
}

/** The files that an editor is told to write. */
export function textWrites(program: string, text: string): readonly string[] {
  return isEditor(program) ? Array.from(text.matchAll(EX_WRITE), ([, file = '']) => file) : []
}
