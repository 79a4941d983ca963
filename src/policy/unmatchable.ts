/** Part of reading policies: specifiers that can be read, but match nothing that a call could do. */

const QUOTES = /["'\\]/
const OPERATOR = /^(?:\|\|?|&&?|;|\d*>{1,2}|<|\d*>&\d)$/
/** Characters in the name of a program that no command has. A star at the end of a name stands for the rest of it. */
const NO_PROGRAM = /[|;&<>,]|:\*./
const VARIABLE = /^\$\w|^%\w+%/
/** Quotes around the whole text, and nowhere else. */
const QUOTED = /^(["'])[^"']*\1$/
const SEVERAL = /,\s|\||\)[\s;&]*\w+\(/
/** `@(a|b)`, which only some shells know. */
const GROUP = /[@+?*]\([^()]*\)/
/** Where a regular expression begins, or is enclosed. */
const EXPRESSION = /^(?:\^|\.\*|\/.*\/$)/

/** The reason, for a kind with a grammar of its own; undefined if there is none. */
export function unmatchable(kind: string, specifier: string): string | undefined {
  switch (kind) {
    case 'shell':
      return ofShell(specifier)
    case 'read':
    case 'write':
      if (QUOTED.test(specifier)) return 'the quotes would be part of the name; leave them out'
      if (VARIABLE.test(specifier)) return 'variables are not filled in; write `~/` for the home directory'
      if (specifier.includes('://')) return 'it is a path that is wanted, not an address'
      if (SEVERAL.test(specifier) && !specifier.includes('{')) return 'write one rule for each path'
      return GROUP.test(specifier) ? 'groups in parentheses are not read; write `{a,b}` for either of two' : undefined
    case 'url':
      if (/^https?\/\//i.test(specifier)) return 'the colon is missing behind its scheme'
      if (/^\.|:\/\/\./.test(specifier)) return 'no host begins with a dot; `*.` stands for all hosts below one'
      return /[,|]/.test(specifier) && !specifier.includes('/') ? 'write one rule for each host' : undefined
    default:
      return undefined
  }
}

/** A quoted word may be anything. */
function ofShell(specifier: string): string | undefined {
  if (QUOTED.test(specifier) && /[\s*]/.test(specifier)) return 'quotes make one word of it; leave them out'
  if (QUOTES.test(specifier)) return undefined
  const [program = '', ...words] = specifier.trim().split(/\s+/)
  if (EXPRESSION.test(program)) return 'it goes by words, not by a regular expression'
  if (words.length > 0 ? /:\*?$/.test(program) : /:(?:\*\*)?$/.test(program))
    return '`:*` stands at the end, behind the last word'
  if (!NO_PROGRAM.test(program) && !words.some((word) => OPERATOR.test(word))) return undefined
  return 'it is held against one command at a time; write one rule for each'
}
