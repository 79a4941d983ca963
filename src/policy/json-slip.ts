/** Explains, in words that a person can act on, why a text is not JSON. */

import { printParseErrorCode } from 'jsonc-parser'
import type { ParseError } from 'jsonc-parser'

const PLAINLY: Readonly<Record<string, string>> = {
  InvalidSymbol: 'is not a JSON value',
  InvalidNumberFormat: 'is not a number',
  PropertyNameExpected: 'the name of a field is expected here, in double quotes',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'the text goes on after its end',
  InvalidCommentToken: 'comments are not allowed here',
  UnexpectedEndOfComment: 'a comment is never closed',
  UnexpectedEndOfString: 'a quote is never closed',
  UnexpectedEndOfNumber: 'is not a number',
  InvalidUnicode: 'is not a character',
  InvalidEscapeCharacter: 'a backslash is followed by something JSON does not know',
  InvalidCharacter: 'a control character needs a backslash',
}

export function whatIsWrong(error: ParseError['error']): string {
  const code = printParseErrorCode(error)
  return PLAINLY[code] ?? code
}
