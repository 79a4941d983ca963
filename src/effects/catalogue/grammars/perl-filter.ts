/**
 * Part of the command catalogue: recognises Perl that only prints, searches and replaces (`print if /x/`, `s/a/b/g`,
 * `$n{$F[0]}++; END { print "$_ $n{$_}\n" for sort keys %n }`).
 *
 * A small, closed part of the language: values, patterns, lists and tables of this text, and functions that compute
 * something from their arguments.
 *
 * INVARIANT: Perl reads a sign by what stands before it, a value or an operator, and sometimes it guesses. Where it
 * guesses, the text is refused; and words that run or open something are searched in the raw text, so that no misread
 * quote can hide them.
 */

import { isAmong } from '../among.ts'
import { PerlText } from './perl-text.ts'

const LONGEST = 2000
const MOST_DEPTH = 40
const REFUSED =
  /`|(?<![A-Za-z_])(?:system|exec|readpipe|qx|open|sysopen|eval|evalbytes|require|syscall|dbmopen|fork|unlink|ENV|INC|SIG|CORE|do\s*[^\w\s])|\n=|[^\t\n -~\u0080-\uffff]/u

const BLANK = /[ \t\n]*/uy
const WORD = /[A-Za-z_]\w*(?!\w|::|'\w)/uy
/** In `1./x/` the point belongs to the number, and what follows is divided by. */
const NUMBER = /(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?!\w|\.(?!\.))/uy
/** Every one that takes no `=` may be followed by one. */
const OPERATOR =
  /<=>|(?:\*\*|\|\||&&|\/\/|<<|>>)=?|\.{2,3}|=~|!~|[=!<>]=|=>|[-+*/.%&|^]=?|[=<>?:,]|(?:x=?(?!\w)|x(?=\d)|(?:lt|gt|le|ge|eq|ne|cmp|and|or|xor)(?!\w))/uy
/** `print $f /x/`: after a blank, and without another one behind it, Perl may take such a sign for the start of a value. */
const GUESSED = /[/+\-?*%<&.]/u
const ENDS = /$|[;})\],>]|[=!]=|(?:if|unless|for|foreach|while|until|and|or|eq|ne|lt|gt|le|ge)(?!\w)/uy
const LIST_STARTS = /[ \t\n]*(?:[@$(]|(?:sort|keys|values|reverse|map|grep|split)(?!\w))/uy
const MODIFIER = /(?:if|unless|for|foreach|while|until)(?!\w)/uy

/** They take values and return values. */
const FUNCTIONS = `abs atan2 chomp chop chr cos defined delete die exists exit exp hex index int join keys lc lcfirst length
  localtime gmtime log oct ord pos print printf push quotemeta rand reverse rindex scalar sin splice split sprintf sqrt substr uc
  ucfirst undef unshift values warn`
const OF_LISTS = 'pop shift'
/** A value in place of the list would be the name of any list. */
const ON_LISTS = 'keys values push unshift splice'
const LIST_FIRST = /[ \t\n]*(?:\([ \t\n]*)?[@%]/uy
/** `//` behind one of these means “or else”. */
const OFTEN_EMPTY = 'pos undef'
/** What is matched, unless it is a text: that may be compiled as a pattern together with code in it. */
const MATCHED = /[ \t\n]*(?:[/$]|(?:m|qr|s|tr|y)(?!\w))/uy
const SPLITS_AT =
  /[ \t\n]*(?:\([ \t\n]*)?(?:[/$)]|(?:m|qr)(?!\w)|(?:"(?:[^"\\(]|\\[\\tn|.])*"|'[^'(]*')[ \t\n]*(?:$|[,;)}]))|[ \t\n]*(?:$|[;})\]])/uy
const WITH_BLOCK = 'map grep sort'
/** With `-E`. */
const MODERN = 'say fc'
const PRINTING = 'print printf say'
const ALONE = 'next last eof'
const QUOTES = 's m y tr q qq qw qr qx'

/** Whether the text of `perl -e`, or with `isModern` of `perl -E`, does nothing else. */
export function onlyFilters(code: string, isModern: boolean): boolean {
  return code.length <= LONGEST && !REFUSED.test(code) && new FilterReader(code, isModern).isWhole()
}

class FilterReader extends PerlText {
  readonly #modern: boolean
  #depth = 0
  /** How many `?` wait for their `:`. */
  #choices = 0

  constructor(code: string, isModern: boolean) {
    super(code)
    this.#modern = isModern
  }

  isWhole(): boolean {
    if (!this.#statements()) return false
    // `$n++ }{ print $n`: the second part is run after the last line.
    if (this.find(/\}[ \t\n]*\{/uy) !== undefined && !this.#statements()) return false
    return this.at === this.code.length
  }

  isExpression(): boolean {
    return this.#expression() && this.at === this.code.length
  }

  /** Up to a closing brace, or the end. */
  #statements(): boolean {
    for (;;) {
      this.find(/[ \t\n;]*/uy)
      if (this.sees(/$|\}/uy)) return true
      if (++this.#depth > MOST_DEPTH || !this.#statement()) return false
      this.#depth--
    }
  }

  #statement(): boolean {
    const begun = this.find(/(?:BEGIN|END|if|unless|while|for|foreach)(?!\w)/uy)
    if (begun === 'BEGIN' || begun === 'END') return this.#block()
    if (begun !== undefined) {
      if (begun.startsWith('for') && this.find(/[ \t\n]+(?:my[ \t\n]+)?(?=\$)/uy) !== undefined && !this.scalar())
        return false
      return this.#enclosed() && this.#block() && this.#otherwise()
    }
    if (!this.#expression()) return false
    if (this.find(MODIFIER) !== undefined && !this.#expression()) return false
    return this.sees(/$|[;}]/uy)
  }

  #otherwise(): boolean {
    this.find(BLANK)
    if (this.find(/elsif(?!\w)/uy) !== undefined) return this.#enclosed() && this.#block() && this.#otherwise()
    return this.find(/else(?!\w)/uy) === undefined || this.#block()
  }

  #block(): boolean {
    this.find(BLANK)
    return this.#take('{') && this.#statements() && this.#take('}')
  }

  #enclosed(): boolean {
    this.find(BLANK)
    return this.#take('(') && this.#upTo(')')
  }

  /** An expression, or nothing, and the sign that closes it. */
  #upTo(close: string): boolean {
    this.find(BLANK)
    if (this.#take(close)) return true
    const outer = this.#choices
    this.#choices = 0
    const fits = this.#expression() && this.#choices === 0 && this.#take(close)
    this.#choices = outer
    return fits
  }

  /** Values and operators in turn. Which operators belong together makes no difference. */
  #expression(): boolean {
    if (++this.#depth > MOST_DEPTH) return false
    for (;;) {
      if (!this.#value()) return false
      this.find(/\+\+|--/uy)
      const isApart = this.find(BLANK) !== ''
      if (this.sees(MODIFIER)) break
      const operator = this.find(OPERATOR)
      if (operator === undefined) break
      const isFollowed = this.find(BLANK) !== ''
      if (isApart && !isFollowed && GUESSED.test(operator)) return false
      if (operator.endsWith('~') && !this.sees(MATCHED)) return false
      // Before Perl 5.10 it is a division by a pattern.
      if (operator.startsWith('//') && this.code.includes('/', this.at)) return false
      if (operator === '?') this.#choices++
      if (operator === ':' && --this.#choices < 0) return false
      if (operator === ',' && this.sees(ENDS)) break
    }
    this.#depth--
    return true
  }

  #value(): boolean {
    this.find(BLANK)
    while (this.find(/(?:!(?!~)|-(?=[\d$(])|\+\+(?=\$)|--(?=\$)|not(?!\w))[ \t\n]*/uy) !== undefined);
    switch (this.code[this.at]) {
      case '"':
      case "'":
        return this.quoted()
      case '/':
        return this.pattern(/[gimsxonc]*/uy)
      case '$':
        return this.scalar() && this.#subscript()
      case '@':
        return this.list() && this.#subscript()
      case '%':
        return this.list() && !this.sees(/[[{]/uy)
      case '(':
        return this.#enclosed() && (!this.#take('[') || this.#upTo(']'))
    }
    if (this.find(NUMBER) !== undefined) return true
    const word = this.find(WORD)
    return word !== undefined && this.#named(word)
  }

  /** Only one: a second one would follow a reference, which may be the name of any variable. */
  #subscript(): boolean {
    if (this.#take('[')) {
      if (!this.#upTo(']')) return false
    } else if (this.#take('{')) {
      const key = this.find(/[A-Za-z_]\w*(?=\})/uy)
      if (key !== undefined && isAmong(key, QUOTES)) return false
      if (!(key === undefined ? this.#upTo('}') : this.#take('}'))) return false
    }
    return !this.sees(/[ \t\n]*(?:[[{]|->)/uy)
  }

  #named(word: string): boolean {
    switch (word) {
      case 's':
        return this.substitution((code) => new FilterReader(code, this.#modern).isExpression())
      case 'tr':
      case 'y':
        return this.transliteration()
      case 'm':
        return this.pattern(/[gimsxonc]*/uy)
      case 'qr':
        return this.pattern(/[imsxn]*/uy)
      case 'qw':
        return this.words()
      case 'my':
        return this.#declared()
      case 'time':
        return true
      case 'close':
        return this.find(/[ \t]+ARGV(?!\w)/uy) !== undefined && this.#isDone()
    }
    if (isAmong(word, OFTEN_EMPTY) && this.sees(/[ \t\n]*\/\//uy)) return false
    if (isAmong(word, ON_LISTS) && !this.sees(LIST_FIRST)) return false
    if (word === 'split' && !this.sees(SPLITS_AT)) return false
    // It came later than `-E`: for an older Perl `fc /x/` is a division.
    if (word === 'fc' && !this.sees(/\(/uy)) return false
    if (isAmong(word, ALONE)) return this.find(/\(\)/uy) !== undefined || this.#isDone()
    if (isAmong(word, WITH_BLOCK)) return this.#withBlock()
    if (isAmong(word, OF_LISTS)) return this.#isDone() || (this.sees(/\(?@/uy) && this.#arguments())
    if (!isAmong(word, FUNCTIONS) && !(this.#modern && isAmong(word, MODERN))) return false
    if (isAmong(word, PRINTING)) this.find(/[ \t]+STD(?:OUT|ERR)(?=[ \t]+["'$@\w])/uy)
    return this.#arguments()
  }

  #isDone(): boolean {
    this.find(BLANK)
    return this.sees(ENDS)
  }

  /** In parentheses, or the next value, or nothing. */
  #arguments(): boolean {
    this.find(BLANK)
    if (this.sees(/\(/uy)) return this.#enclosed() && !this.sees(/[ \t\n]*\[/uy)
    return this.sees(ENDS) || this.#value()
  }

  /** `my $x`, `my ($x, @y)`; a `:` behind it would be an attribute. */
  #declared(): boolean {
    this.find(BLANK)
    const fits = this.#take('(') ? this.#variables() : this.#variable()
    return fits && this.sees(/[ \t\n]*(?:$|[;=})])/uy)
  }

  #variables(): boolean {
    while (this.#variable()) if (!this.#take(',')) return this.#take(')')
    return false
  }

  #variable(): boolean {
    this.find(BLANK)
    const fits = this.sees(/\$/uy) ? this.scalar() : this.list()
    this.find(BLANK)
    return fits
  }

  /** `map { … } @x`. Perl takes braces for a table if a text or a word stands first in them. */
  #withBlock(): boolean {
    this.find(BLANK)
    const isEnclosed = this.sees(/\([ \t\n]*\{/uy)
    if (isEnclosed) this.find(/\([ \t\n]*/uy)
    if (!this.sees(/\{/uy)) return this.#arguments()
    const isSure = this.sees(/\{[ \t\n]*[$/(@!]/uy)
    if (!isSure && !this.sees(/\{[ \t\n]*[a-z]+[ \t\n]*(?![\w \t\n,=])/uy)) return false
    if (!this.#block() || !(isSure || this.sees(LIST_STARTS))) return false
    return isEnclosed ? this.#upTo(')') : this.#value()
  }

  #take(sign: string): boolean {
    if (this.code[this.at] !== sign) return false
    this.at++
    return true
  }
}
