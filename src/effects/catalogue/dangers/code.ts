/** Part of the danger catalogue: dangerous calls that stand plainly in program text of another language. */

import type { Word } from '../../../engine/effect.ts'
import { includes } from '../../code-at.ts'
import { isAmong } from '../among.ts'
import { scriptFromStdin, unwrap, wrapperOf } from '../wrappers.ts'
import { shellToNetwork } from './remote-code.ts'
import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'
import { placeOf } from './places.ts'
import { removed } from './removal.ts'
import { isSecret } from './secrets.ts'
import { EMPTIED } from './sql.ts'
import { sqlDangers } from './statements.ts'
import { redirected } from './writes.ts'

/** `shutil.rmtree('/x')`, `fs.rmSync("/x")`, `FileUtils.rm_rf '/x'`: the call and its first literal. */
const REMOVAL =
  /\b(?:rmtree|removedirs|RemoveAll|rm_rf|deleteRecursively|deleteTree|rm_r|remove_dir|remove_tree|rmSync|rmdirSync|removeSync|rimraf|rmdir|unlink|unlinkSync|remove)\b!?[\s(]{0,4}(?:(?:glob|os\.path\.expanduser|path\.expanduser|expanduser|Path|pathlib\.Path)[\s(]{1,4})?["']([^"'\n]{1,200})["']/gu
/** `for f in glob.glob('/x/*'): os.remove(f)`: the literal names what the call is given. */
const LISTED =
  /\b(?:glob|iglob|readdirSync|listdir|scandir|walk)\b[\s(]{1,4}["']([^"'\n]{1,200})["']|\bPath\(["']([^"'\n]{1,200})["']\)\.(?:r?glob|iterdir|walk)\b/gu
const REMOVER =
  /\b(?:os\.(?:remove|unlink|rmdir)|rmtree|unlink(?:Sync)?|rmSync|rm_rf|File\.delete|FileUtils\.rm\w{0,8})\b/u
/**
 * `require('rimraf').sync('/x')`, Julia's `rm("/x", recursive=true)`, Tcl's `file delete -force /x`, Emacs'
 * `(delete-directory "/x" t)`, vim's `delete("/x", "rf")`.
 */
const NAMED =
  /\brimraf\b["')]{0,2}(?:\.sync|\.rimraf\w{0,4})?\(\s{0,2}["']([^"'\n]{1,200})["']|\brm\(["']([^"'\n]{1,200})["']\s{0,2}[,;]\s{0,2}\{?\s{0,2}(?:force=true,\s{0,2})?recursive|\(delete-directory\s{1,4}"([^"\n]{1,200})"\s{1,4}t\b|\bdelete\(\s{0,2}["']([^"'\n]{1,200})["']\s{0,2},\s{0,2}["']rf["']|\bfile\s{1,4}delete\s{1,4}(?:-force\s{1,4})?(?:--\s{1,4})?([^\s;$[\]]{1,200})/gu
/** `shutil.copy('x', '/y')`: the file that is written is named last. */
const COPIED =
  /\b(?:copy|copy2|copyfile|copyFileSync|cpSync|move|rename|renameSync|cp|mv|write|writeLines)\(\s{0,2}["'][^"'\n]{1,200}["']\s{0,2},\s{0,2}["']([^"'\n]{1,200})["']/gu
/** `open('/x', 'a')`, `fs.appendFileSync("/x")`, `File.write('/x')`, `Path('/x').write_text(…)`. */
const WRITING =
  /\bf?open\s{0,4}\(\s{0,4}["']([^"'\n]{1,200})["']\s{0,4},\s{0,4}(?:mode\s{0,4}=\s{0,4})?["'](?:[wax]|rb?\+)|\b(?:appendFileSync|writeFileSync|appendFile|writeFile|writeTextFile|writeTextFileSync|outputFile|outputFileSync|createWriteStream|Bun\.write|File\.write|IO\.write|(?<![.\w])write|file_put_contents)\b[\s(]{1,4}(?:(?:require\(["'](?:node:)?path["']\)|path)\.join\(\s{0,2})?["']([^"'\n]{1,200})["']|\bPath\s{0,2}\(\s{0,2}["']([^"'\n]{1,200})["']\s{0,2}\)[.\w()]{0,20}\.write_(?:text|bytes)\b|["'](~\/[^"'\n]{1,200})["']\)\.write_(?:text|bytes)\b/gu
/** Perl: `open F, '>>/x'` and `open(F, '>', '/x')`. */
const OPENED = /\bopen\b[^"'\n]{0,24}["']>{1,2}\s{0,2}(?:["']\s{0,2},\s{0,2}["'])?([^"'\n]{1,200})["']/gu

/** The home in the way various languages name it, with the text that is appended to it. */
const HOME =
  /(?:process\.env\.HOME|\bBun\.env\.HOME|\bDeno\.env\.get\(["']HOME["']\)|(?:(?:require\(["'](?:node:)?os["']\)|\bos)\.)?\bhomedir\(\)|\bSystem\.user_home!?(?:\(\))?|\bDir\.home|(?:\bpathlib\.)?\bPath\.home\(\)|\b(?:os\.environ|ENV|process\.env)\[["']HOME["']\]|\bgetenv\(["']HOME["']\)|\bos\.environ\.get\(["']HOME["']\))(?:\s{0,2}[+.,/]\s{0,2}["']\/?([^"'\n]{0,200})["'])?/gu
/** The current folder, in the same way. */
const HERE =
  /(?:\bprocess\.cwd\(\)|\bos\.getcwd\(\)|\bgetcwd\(\)|(?:\bpathlib\.)?\bPath\.cwd\(\)|\bDir\.pwd\b|\bDeno\.cwd\(\))(?:\s{0,2}[+.,/]\s{0,2}["']\/?([^"'\n]{0,200})["'])?/gu
const EXPANDED =
  /\b(?:os\.path\.)?(?:expanduser|(?:File\.)?expand_path)\s{0,2}\(\s{0,2}(["'][^"'\n]{1,200}["'])\s{0,2}\)/gu

/** `os.chmod('/x', 0o777)`, `chmod 0777, '/x'`, `File.chmod(0777, '/x')`. */
const OPENING = /\bl?ch(?:mod|own)(?:Sync|_R)?\b[\s(]{1,4}(?:[\w,\s-]{1,24},\s{0,4})?["']([^"'\n]{1,200})["']/gu
const STATEMENT =
  /\b(?:execute|executescript|executemany|query|exec|raw|do)\b\s{0,4}\(\s{0,4}(?:text\(\s{0,4})?(["'`])([^\n]{1,400}?)\1/gu
/** `os.kill(-1, 9)`, `kill 9, -1`, `process.kill(1)`. */
const KILLED = /\bkill\b[\s(]{1,4}(?:["']?\w{1,8}["']?\s{0,4},\s{0,4})?-1\b|\bkill\(\s{0,4}1\s{0,4}[,)]/u
const NOTHING: readonly Found[] = []

/** A connection, and a shell that is tied to it or to a terminal of its own. */
const SOCKET =
  /\b(?:socket|Socket|TCPSocket|IO::Socket|fsockopen|net\.connect|net\.Socket|pty\.spawn|createConnection)\b|\bnet\W{1,6}connect\b|\/inet\/tcp\//u
const SHELL = /["'/](?:ba|z|da|k)?sh\b|\bsystem\s?\$_|\bcmd\.exe\b/u

/** `exec("rm -rf " . $x)`, `system("rm -rf #{dir}")`: what it deletes is put together. */
const JOINED = /["'`]\s{0,4}(?:sudo\s{1,4})?rm\s{1,4}-\w{0,8}[rR]\w{0,8}\s[^"'`\n]{0,80}(?:["'`]\s{0,4}[.+,]|[#$]?\{)/u

/** Text that is decoded or fetched, and run at once. */
const HIDDEN =
  /\b(?:exec|eval|Function)\b[\s\S]{0,120}(?:b64decode|decode_base64|unhexlify|fromhex|codecs\.decode|zlib\.decompress|\batob\b|urlopen|urlretrieve|requests\.get|file_get_contents|base64_decode|["']base64["']|\bunpack\b)|urlretrieve[\s\S]{0,160}\b(?:system|run|call|Popen|exec)\b|\b(?:system|popen|Popen|run|call|check_call|check_output)\s{0,4}\(\s{0,4}(?:base64\.)?(?:urlsafe_)?b64decode/u
const FETCHED =
  /(?<!\.)\b(?:exec|eval)\b[\s\S]{0,80}(?:["'`]https?:\/\/|["'`]\s{0,4}(?:curl|wget)\b)|\b(?:fetch|get)\((?:["'`]https?:)?[\s\S]{0,120}\beval\b|\bnew Function\([\s\S]{0,60}\bfetch\(|\b(?:include|require)(?:_once)?\b[\s(]{1,3}["']https?:|\binclude\(\s{0,2}download\(|\bimport\([\s\S]{0,80}\bfetch\(|\bsource\(\s{0,2}(?:url\(\s{0,2})?["']https?:|\bload(?:string)?\([\s\S]{0,40}["']\s{0,4}(?:curl|wget)\b|\b(?:system|popen|Popen|run|call|check_call|check_output|shell_exec|passthru)\s{0,2}\(\s{0,2}[\w.:]{1,40}\(\s{0,2}["']https?:/u
/** A loop that only starts copies of itself. */
const BOMB =
  /\bfork\b\W{0,6}(?:while|for)\b|\bloop\b\W{1,6}fork\b|\bwhile\b[^;\n]{0,40}\n?[^;\n]{0,40}\bfork\b(?!["'])|\bwhile (?:True|1):[^\n]{0,60}\bfork\s?\(|\bwhile\s{0,2}\(\s{0,2}(?:1|true)\s{0,2}\)\s{0,2}\{?\s{0,2}(?:pcntl_)?fork/u

/** A request that sends something, and the whole environment. */
const REQUEST =
  /\b(?:requests\.(?:post|put|patch)|urlopen|fetch|axios|http\.request|https\.request|Net::HTTP|LWP|curl_exec)\b|\brequire\(["'](?:node:)?https?["']\)\.(?:request|get)\b|\bget(?:print|store)\(|\b(?:create_connection|HTTPS?Connection|HTTP::Tiny|sendall|TCPSocket)\b|\bfile_get_contents\(["']https?:/u
const ENVIRONMENT =
  /\bprocess\.env\b(?!\s*[.[])|\bos\.environ\b(?!\s*[.[])|\bENV\.to_|["'`]https?:[^"'`\n]{0,200}["'`]\s{0,4}[+.]\s{0,4}(?:process\.env|os\.environ|ENV|getenv)\b/u
const LITERAL = /["'`]([^"'`\n]{1,200})["'`]/gu

/**
 * What program text given to an interpreter would destroy, open up or give away. Of paths, only those outside the
 * project count.
 */
export function dangersInCode(input: DangerInput): readonly Found[] {
  if (input.text === undefined && input.pipeFrom === undefined && !input.argv.some(mayTell)) return NOTHING
  const out: Found[] = []
  for (const written of codesOf(input)) {
    const code = withHomes(written)
    if (HIDDEN.test(code) || FETCHED.test(code))
      out.push(found('remote-code', 'high', 'Runs code that is hidden by an encoding or fetched'))
    if (JOINED.test(code))
      out.push(found('delete', 'high', 'Deletes whatever an expression names, with everything in it'))
    if (BOMB.test(code)) out.push(found('resource', 'critical', 'Starts itself over and over until the machine stops'))
    if (EMPTIED.test(code)) out.push(found('database', 'medium', 'Deletes the rows of a table, or all tables'))
    if (SOCKET.test(code) && (SHELL.test(code) || /\bpopen\b/u.test(code))) out.push(shellToNetwork())
    if (REQUEST.test(code) && carriesSecret(code))
      out.push(found('exfiltration', 'high', 'Sends a secret or the environment away'))
    if (KILLED.test(code)) out.push(found('process', 'critical', 'Kills every process, or the first one'))
    for (const target of targetsIn(code)) out.push(...redirected({ ...input, writes: [target] }))
    for (const target of texts(code, OPENING))
      if (WIDE.has(placeOf(target, input))) out.push(found('permissions', 'high', `Changes who may reach ${target}`))
    for (const [, , statement = ''] of code.matchAll(STATEMENT)) out.push(...sqlDangers(statement))
    const listed = REMOVER.test(code) ? texts(code, LISTED) : NO_TEXTS
    for (const target of [...texts(code, REMOVAL), ...texts(code, NAMED), ...listed]) {
      const danger = removed(target, input, true)
      if (danger !== undefined) out.push(danger)
    }
  }
  return out
}

/** The files that program text writes by plain calls. */
export function writtenInCode(code: string): readonly string[] {
  return targetsIn(withHomes(code))
}

/** The secrets that program text names; it is not known whether it reads them or only mentions them. */
export function secretsInCode(code: string): readonly string[] {
  return Array.from(withHomes(code).matchAll(LITERAL), ([, text = '']) => text).filter(isSecret)
}

function targetsIn(code: string): readonly string[] {
  return [...texts(code, WRITING), ...texts(code, OPENED), ...texts(code, COPIED)]
}

/** A literal needs quotes, so without them only the names in `BARE` matter. */
function mayTell(word: Word): boolean {
  return word !== null && (/["'`]/u.test(word) || BARE.some((name) => includes(word, name)))
}

const TOLD = 'tclsh wish expect expectk vi vim nvim gvim ex view'
const EDITORS = 'vi vim nvim gvim ex view'

/** Programs that are no interpreters, but take instructions in a language with calls. */
export function takesCode(program: string): boolean {
  return isAmong(program, TOLD)
}

/** The program text among the words, and the text that the line puts on the input if that is the program. */
function codesOf(input: DangerInput): readonly string[] {
  const { argv, program, text } = input
  const inner = unwrap(argv, program)
  const given = inner.flatMap(({ code }) => (typeof code === 'string' ? [code] : []))
  const codes = isAmong(program, EDITORS) ? [...given, ...argv.filter((word) => word !== null)] : given
  const wrapper = wrapperOf(program)
  if (wrapper === undefined || scriptFromStdin(wrapper, argv, inner) !== 'other') return codes
  const [printer, ...words] = input.pipeFrom ?? []
  const piped = printer === 'echo' || printer === 'printf' ? words.join(' ') : undefined
  return [...codes, ...[text, piped].filter((one) => one !== undefined)]
}

/** Calls that need no quotes. */
const BARE = [
  'file delete',
  'fork',
  'b64decode',
  'kill',
  'homedir',
  'Dir.home',
  'env.HOME',
  'Path.home',
  'cwd()',
  'Dir.pwd',
  'ENV{HOME}',
  'flush',
  'unpack',
  'user_home',
  'env(HOME)',
  'deleteMany',
  '_all(',
]
const NO_TEXTS: readonly string[] = []
const WIDE: ReadonlySet<string> = new Set(['root', 'system', 'home'])

/** The text in the groups of a pattern, for each match. */
function texts(code: string, pattern: RegExp): readonly string[] {
  return Array.from(code.matchAll(pattern), (match) => match.slice(1).find((text) => text !== undefined) ?? '')
}

/** `Dir.home`, `os.path.expanduser('~/x')`, `process.cwd()` and the like, as paths. */
function withHomes(code: string): string {
  if (!/home|HOME|expand|cwd|pwd/u.test(code)) return code
  return code
    .replaceAll(HERE, (_, rest: string | undefined) => `'./${rest ?? ''}'`)
    .replaceAll(/(?<=[\s(,])\$ENV\{HOME\}(?=[\s),;]|$)/gu, "'~/'")
    .replaceAll(EXPANDED, '$1')
    .replaceAll(HOME, (_, rest: string | undefined) => `'~/${rest ?? ''}'`)
    .replaceAll(/\$ENV\{HOME\}|\$(?:::)?env\(HOME\)/gu, '~')
}

function carriesSecret(code: string): boolean {
  if (ENVIRONMENT.test(code)) return true
  for (const [, text = ''] of code.matchAll(LITERAL)) if (text.split(' ').some(isSecret)) return true
  return false
}
