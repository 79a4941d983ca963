/** Part of the command catalogue: the words and signs of a Python text, as far as `python-lookup.ts` knows them. */

/** Three quotes that begin no long text of a known kind, and letters right before a quote (`rf'x'`), are no token. */
const TOKEN =
  /"""(?:[^"\\\r]|"(?!""))*"""|'''(?:[^'\\\r]|'(?!''))*'''|[rR]'(?!'')(?:[^'\\\n\r]|\\[^\n\r])*'|[rR]"(?!"")(?:[^"\\\n\r]|\\[^\n\r])*"|[bB]'(?!'')(?:[^'\\\n\r]|\\(?:[ntr0'"\\]|x[\da-fA-F]{2}))*'|[bB]"(?!"")(?:[^"\\\n\r]|\\(?:[ntr0'"\\]|x[\da-fA-F]{2}))*"|[fF]?'(?!'')(?:[^'\\\n\r]|\\[ntr'"\\])*'|[fF]?"(?!"")(?:[^"\\\n\r]|\\[ntr'"\\])*"|[A-Za-z_]\w*(?![\w"'])|0[xXoObB][\da-fA-F]+(?![\w.])|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|\*\*|\/\/|[-+*/%=!<>]=|[\n.,:;()[\]{}+\-*/%=<>&|^]/uy
export const NAME = /^[A-Za-z_]\w*$/u
export const QUOTED = /^["']/u
export const FILLED = /^[fF]["']/u
/** `r'\d+'`, `b'x'`: a pattern, or bytes. */
export const MARKED = /^[bBrR]["']/u
export const AUGMENTED = '= += -= *= /= %='
/** Up to the end of its line. A comment may also name the encoding of the text. */
const COMMENT = /#(?:\t|\P{Cc})*/uy
const NAMES_ENCODING = /coding/iu

/** All tokens, without line ends inside brackets, where they mean nothing; undefined if one is of no known kind. */
export function pythonTokens(code: string): readonly string[] | undefined {
  const tokens: string[] = []
  let depth = 0
  let at = 0
  while (at < code.length) {
    if (' \t'.includes(code[at] ?? '.')) {
      at++
      continue
    }
    if (code[at] === '#') {
      COMMENT.lastIndex = at
      const comment = COMMENT.exec(code)?.[0] ?? ''
      if (NAMES_ENCODING.test(comment)) return undefined
      at += comment.length
      continue
    }
    TOKEN.lastIndex = at
    const token = TOKEN.exec(code)?.[0]
    if (token === undefined) return undefined
    if ('([{'.includes(token)) depth++
    else if (')]}'.includes(token)) depth--
    if (token !== '\n' || depth <= 0) tokens.push(token)
    at += token.length
  }
  return tokens
}

/** The expressions that `f'{x} {y:>5}'` fills in; undefined if that is not certain. */
export function filledIn(token: string): readonly string[] | undefined {
  const text = token.slice(2, -1)
  const found: string[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char !== '{' && char !== '}') continue
    if (text[at + 1] === char) {
      at++
      continue
    }
    const field = char === '{' ? FIELD.exec(text.slice(at + 1)) : null
    if (field === null) return undefined
    found.push(field[1] ?? '')
    at += field[0].length
  }
  return found
}

/** No quote of the other kind, backslash or comment can hide a sign in it, and its format contains no field of its own. */
const FIELD =
  /^(?![^}]*#)((?:[^\\'"{}!:[\]()]|'[^\\'"{}]*'|"[^\\'"{}]*"|\[[^\\{}[\]]*\]|\((?:[^\\{}()]|\([^\\{}()]*\))*\))+)(?:![rsa])?(?::[^{}\\'"]*)?\}/u

/** A place in a text, and what may be taken from there. */
export class PythonCursor {
  protected tokens: readonly string[]
  protected at = 0

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  /** Empty at the end. */
  protected get token(): string {
    return this.tokens[this.at] ?? ''
  }

  protected take(token: string): boolean {
    if (this.token !== token) return false
    this.at++
    return true
  }

  protected name(): string | undefined {
    const name = this.token
    if (!NAME.test(name)) return undefined
    this.at++
    return name
  }

  /** The text between quotes, if it contains only these characters. */
  protected quoted(signs: RegExp): string | undefined {
    const text = this.token.slice(1, -1)
    if (!QUOTED.test(this.token) || !signs.test(text)) return undefined
    this.at++
    return text
  }
}
