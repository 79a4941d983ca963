/** Part of the danger catalogue: removals that stand as plain calls in program text of another language. */

import { includes } from '../../code-at.ts'
import { unwrap } from '../wrappers.ts'
import { shellToNetwork } from './remote-code.ts'
import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'
import { removed } from './removal.ts'
import { isSecret } from './secrets.ts'
import { redirected } from './writes.ts'

/** `shutil.rmtree('/x')`, `fs.rmSync("/x")`, `FileUtils.rm_rf '/x'`: the call and its first literal. */
const REMOVAL =
  /\b(?:rmtree|rm_rf|rm_r|remove_dir|remove_tree|rmSync|rmdirSync|removeSync|rimraf|rmdir|unlink|unlinkSync|remove)\b[\s(]{0,4}(?:(?:glob|os\.path\.expanduser|path\.expanduser|expanduser|Path|pathlib\.Path)[\s(]{1,4})?["']([^"'\n]{1,200})["']/gu
/** `open('/x', 'a')`, `fs.appendFileSync("/x")`, `File.write('/x')`. */
const WRITING =
  /\bopen\s{0,4}\(\s{0,4}["']([^"'\n]{1,200})["']\s{0,4},\s{0,4}(?:mode\s{0,4}=\s{0,4})?["'][wax]|\b(?:appendFileSync|writeFileSync|appendFile|writeFile|File\.write|file_put_contents)\b[\s(]{1,4}["']([^"'\n]{1,200})["']/gu
const MOST = 8
const NOTHING: readonly Found[] = []

/** A connection, and a shell that is tied to it or to a terminal of its own. */
const SOCKET =
  /\b(?:socket|Socket|TCPSocket|fsockopen|net\.connect|net\.Socket|pty\.spawn|createConnection)\b|\bnet\W{1,6}connect\b|\/inet\/tcp\//u
const SHELL = /["'/](?:ba|z|da|k)?sh\b|\bcmd\.exe\b/u

/** Text that is decoded or fetched, and run at once. */
const HIDDEN =
  /\b(?:exec|eval|Function)\b[\s\S]{0,120}(?:b64decode|decode_base64|unhexlify|fromhex|codecs\.decode|zlib\.decompress|\batob\b|urlopen|urlretrieve|requests\.get|file_get_contents)|\b(?:system|popen|Popen|run|call|check_call|check_output)\s{0,4}\(\s{0,4}(?:base64\.)?(?:urlsafe_)?b64decode/u
const FETCHED =
  /(?<!\.)\b(?:exec|eval)\b[\s\S]{0,80}(?:["'`]https?:\/\/|["'`]\s{0,4}(?:curl|wget)\b)|\bfetch\([\s\S]{0,120}\beval\b/u
/** A loop that only starts copies of itself. */
const BOMB =
  /\bfork\b\W{0,6}(?:while|for)\b|\bloop\b\W{1,6}fork\b|\bwhile\b[^;\n]{0,40}\n?[^;\n]{0,40}\bfork\b(?!["'])|\bwhile (?:True|1):[^\n]{0,60}\bfork\s?\(/u

/** Calls of the layers above a database that leave nothing of it. */
const EMPTIED = /\b(?:dropDatabase|drop_all|delete_all|destroy_all|dropAllTables)\b|\.objects\.all\(\)\.delete\(/u

/** A request that carries something, and all of the environment. */
const REQUEST =
  /\b(?:requests\.(?:post|put|patch)|urlopen|fetch|axios|http\.request|https\.request|Net::HTTP|LWP|curl_exec)\b/u
const ENVIRONMENT = /\bprocess\.env\b(?!\s*[.[])|\bos\.environ\b(?!\s*[.[])|\bENV\.to_/u
const LITERAL = /["'`]([^"'`\n]{1,200})["'`]/gu

/** What program text given to an interpreter would remove, or hand a shell to; only paths outside the project count. */
export function removalsInCode(input: DangerInput): readonly Found[] {
  // A literal needs its quotes.
  if (
    !input.argv.some(
      (word) =>
        word !== null &&
        (includes(word, "'") || includes(word, '"') || includes(word, 'fork') || includes(word, 'b64decode')),
    )
  )
    return NOTHING
  const out: Found[] = []
  for (const { code } of unwrap(input.argv, input.program)) {
    if (typeof code !== 'string') continue
    if (HIDDEN.test(code) || FETCHED.test(code))
      out.push(found('remote-code', 'high', 'Runs code that is hidden by an encoding or fetched'))
    if (BOMB.test(code)) out.push(found('resource', 'critical', 'Starts itself over and over until the machine stops'))
    if (EMPTIED.test(code)) out.push(found('database', 'medium', 'Deletes the rows of a table, or all tables'))
    if (SOCKET.test(code) && (SHELL.test(code) || /\bpopen\b/u.test(code))) out.push(shellToNetwork())
    if (REQUEST.test(code) && carriesSecret(code))
      out.push(found('exfiltration', 'high', 'Sends a secret or the environment away'))
    for (const match of code.matchAll(WRITING))
      out.push(...redirected({ ...input, writes: [match[1] ?? match[2] ?? ''] }))
    for (const match of code.matchAll(REMOVAL)) {
      const danger = removed(match[1] ?? '', input, true)
      if (danger !== undefined) out.push(danger)
      if (out.length === MOST) return out
    }
  }
  return out
}

function carriesSecret(code: string): boolean {
  if (ENVIRONMENT.test(code)) return true
  for (const [, text = ''] of code.matchAll(LITERAL)) if (isSecret(text)) return true
  return false
}
