/** What lies outside the subset, class by class; each is a way to hide a command from a looser parser. */

import { describe, expect, test } from 'vitest'
import { parseShell, TOO_LONG, TOO_MUCH } from './parse.ts'
import { MAX_DEPTH, MAX_GRAMMAR, MAX_LENGTH } from './reader.ts'
import { argvs, refusal } from './testing.ts'

const REFUSED: Record<string, readonly string[]> = {
  'what a reader cannot see': [
    'ls\0; rm x',
    'ls\rrm x',
    'ls \x1b[2K',
    'ls \u202e; rm x',
    'ls \u00a0; rm x',
    'ls\u200b',
    'ls \ud800',
    'echo \u3000x',
    'echo "\u202e"',
    "echo '\u200b'",
    'echo "r\u200dm"',
    'echo "\u{e0041}"',
    'echo \\\u00a0x',
  ],
  'text that bash -c takes for options': ['-x rm', '+x'],
  'a line continuation that joins what it stands between': [
    'r\\\nm x',
    'echo $\\\n(rm x)',
    'echo "$\\\n(rm x)"',
    'echo $x\\\ny',
    'a |\\\n| b',
    "(\\\n( '$(rm x)' ))",
    '(\\\n\\\n( 1 ))',
    'a &\\\n& b',
    'cat <\\\n(rm x)',
    'echo `r\\\nm x`',
  ],
  'an operator of zsh': ['echo x >! f', 'echo x >>!f', 'echo x &>! f', 'echo x >&! f', 'cat id_<1-9> f', 'cat a<-> f'],
  'a sign of zsh before a name': [
    'cat $~x',
    'cat $=1',
    'ls $~@',
    'echo "$^=x"',
    'echo $#x',
    'echo "$+x[a]"',
    'echo $=~x',
  ],
  'a subscript that zsh evaluates': [
    'echo $x[a]',
    'echo "$x[$a]"',
    'echo $1[a]',
    'echo "$@[a]"',
    'cat <<E\n$x[a]\nE\n',
  ],
  'a modifier by which zsh makes another name': [
    'cat $x:h',
    'cat "$1:t"',
    'cat $x:s/a/b/',
    'cat $x:gs,a,b,',
    'cat $x:sabac',
    'cat $x:t/y',
    'cat $x:W:/:t',
  ],
  'what a sh without [[ runs or writes': [
    '[[ a || rm ]]',
    '[[ -f a && "rm" = x ]]',
    '[[ a || ! ./x ]]',
    '[[ a > f ]]',
    '[[ $x > "f" ]]',
    '[[ $x =~ a|rm ]]',
  ],
  'a descriptor glued to the next word': ['2>&-rm echo', 'ls 2>&1x', 'ls <&3-', 'ls 1>&2rm', 'ls 9999>f'],
  'a word after >& that is expanded twice': [
    "echo >&'$(rm x)'",
    'echo >&"\\$(rm x)"',
    'echo >&$x',
    'ls >&$(x)',
    'ls 2>&f',
  ],
  'arithmetic, where quotes do not quote': [
    "echo $(( '$(rm x)' ))",
    "(( '$(rm x)' ))",
    "for (('$(rm x)';;)); do a; done",
    'echo $(( "a" ))',
    'echo $[ 1 ]',
    'echo $((`rm x`))',
  ],
  'arithmetic that may be a subshell': [
    'echo $((rm x); (ls))',
    '((ls) ; rm x)',
    'echo $(( $(case a in a) rm;; esac) ))',
    'echo $(( $(case a in (a) rm;; esac) ))',
    "echo $(( $(echo '(' ) ) + 1 ))",
    'echo $(( $(ls # )\n) ))',
    'cat <((rm x))',
  ],
  'subscripts, which bash evaluates': [
    "echo ${x['$(rm x)']}",
    'echo ${x[$(rm x)]}',
    "a=(['$(rm x)']=1)",
    'foo[ $(rm x) ]',
    "a['$(rm x)']=1",
    'declare a[$(rm)]=1',
    'a[0',
    "[[ 'a[$(rm x)]' -eq 0 ]]",
    '[[ 1 -lt "a[\\$(x)]" ]]',
    '[[ -v a[$(rm x)] ]]',
    '[[ -v $x ]]',
    "[[ -R 'a[0]' ]]",
  ],
  'expansions that run a value, or are unknown': [
    'echo ${x@P}',
    'echo ${x@}',
    'echo ${ rm x; }',
    'echo ${|rm x;}',
    'echo ${x:$(rm x)}',
    'echo ${x',
    'echo ${#x:-$(rm)}',
    'echo $"a"',
    'echo ${x;rm}',
  ],
  'an operand whose end depends on the reading': [
    'echo "${x:-\'$(rm x)\'}"',
    'echo "${x:-"$(rm x)"}"',
    'echo ${x:-<(rm x)}',
    'echo ${x:-{a}',
    'echo ${x:-(a)}',
    'echo ${x:-`echo \\`rm\\``}',
  ],
  'text after an array': ['a=([0]=$(rm x))z', 'a=(1)b rm', 'a=()rm x', 'a=(1)(2)', 'a=(x;rm)', 'a=(1 2'],
  'an array where bash does not read one': [
    '\\export a=(1)',
    'export$(x) a=(1)',
    'export >f a=(1)',
    '>f a=(1)',
    'export <(x) a=(1)',
    'command declare a=(1)',
    "x=$(a=(\\'x '$(rm x)' y\\'))",
  ],
  'parentheses in odd places': [
    '!(rm x)',
    'if !(rm x); then ls; fi',
    'ls (rm)',
    'echo a(b)',
    'ls *(x)',
    '$f() { rm; }',
    'a=1 f() { rm; }',
  ],
  'a here-document bash ends elsewhere': [
    'cat <<E',
    'cat <<E\nrm x',
    'cat <<E"O"F\nx\nEOF\nrm x',
    "cat <<'E'x\na\nEx",
    'cat <<$(ls)\nx\n$(ls)\nrm',
    'cat <<E\na\\\nE\nrm x\nE',
    'cat <<E "$(rm)"\nb\nE',
    "cat <<E 'a\nb'\nE",
    'cat <<E `ls`\nE',
    'x=$(cat <<E)\nE\n',
    'x=$(cat <<E\nE) ; rm x #\nE\n)',
  ],
  'commands bash joins behind a here-document in a substitution': [
    'x=$(cat <<E\nb\nE\ngit branch; ls)',
    'x=$(cat <<E; git branch; ls\nb\nE\n)',
    'x=$(cat <<E | cat; ls\nb\nE\n)',
    'x=$(for i in 1; do cat <<E\nb\nE\ndone; a; b)',
    'cat <({ cat <<E\nb\nE\n}; a; b)',
  ],
  'what is not finished': [
    'ls |',
    'ls &&',
    'ls $(echo',
    'ls `echo',
    "ls 'a",
    'ls "a',
    "ls $'a",
    'if true; then ls',
    '{ ls; ',
    'ls \\',
    'case a in a) ls',
    '(ls',
  ],
  'what bash rejects': [
    'ls ;; rm',
    '; ls',
    '& ls',
    'ls & ; rm',
    'ls & && rm',
    'fi',
    'then ls',
    'ls )',
    '}',
    '( )',
    '{ }',
    'if ; then a; fi',
    'for ((;)); do a; done',
    'for 1 in a; do b; done',
    'f() ls',
    '[[ a ',
    '[[ !&&a ]]',
    '[[ -f ]]',
    'time -p',
    'ls > ',
    'export A=1 (b)',
    'select; do a; done',
  ],
  'reserved words where they are plain to bash': [
    'a=1 if',
    '>f { ls',
    'a | time b',
    '! ! a',
    ']]',
    'in',
    'echo $(time { ls; })',
  ],
  'escapes whose value depends on more than the text': [
    "echo $'\\0'",
    "echo $'\\xff'",
    "echo $'\\cA'",
    "echo $'\\ud800'",
    "echo $'\\u00e9'",
    "echo $'\\q'",
  ],
  '# in the place of a word': ['ls >#x', 'a=(b) c=(#x', 'case #a in b) c;; esac'],
  'coprocesses bash could read in two ways': [
    'coproc N while a; do b; done',
    'coproc $x',
    'coproc',
    'coproc a=1 rm',
    'coproc N (rm x)',
  ],
}

describe.each(Object.entries(REFUSED))('%s', (_, sources) => {
  test.each(sources)('%j is refused', (source) => {
    expect(refusal(source)).toEqual(expect.any(String))
  })
})

describe('limits', () => {
  test('a text over the length is refused, one at the length is not', () => {
    expect(refusal('a'.repeat(MAX_GRAMMAR + 1))).toBe(TOO_MUCH)
    expect(refusal('a'.repeat(MAX_GRAMMAR))).toBeUndefined()
  })

  test('the text of a here-document in which nothing is expanded may be longer', () => {
    const lines = (length: number) => 'a\n'.repeat(length / 2)
    const written = (length: number, end: string) => `cat > f <<${end}\n${lines(length)}E\n`
    expect(refusal(written(8 * MAX_GRAMMAR - 100, "'E'"))).toBeUndefined()
    expect(refusal(written(MAX_LENGTH, "'E'"))).toBe(TOO_LONG)
    expect(refusal(written(MAX_GRAMMAR, 'E'))).toBe(TOO_MUCH)
    expect(refusal(`echo "$(${written(MAX_GRAMMAR, "'E'")})"`)).toBe(TOO_MUCH)
    expect(refusal(`${written(2 * MAX_GRAMMAR, "'E'")}${'ls\n'.repeat(MAX_GRAMMAR / 2)}`)).toBe(TOO_MUCH)
  })

  test.each([
    ['$(', ')'],
    ['(', ' )'],
    ['{ ', '}'],
    ['if a; then ', '; fi'],
    ['echo ${x:-', '}'],
    ['[[ ( ', ' ) ]]'],
    ['f() { ', '; }'],
    ['<(', ')'],
  ])('nesting of %j beyond the depth is refused', (open, close) => {
    expect(refusal(open.repeat(MAX_DEPTH + 2) + 'a' + close.repeat(MAX_DEPTH + 2))).toEqual(expect.any(String))
  })

  test('twenty levels of substitution are read to the bottom', () => {
    expect(argvs(`${'echo $('.repeat(20)}rm x${')'.repeat(20)}`)[0]).toEqual(['rm', 'x'])
  })
})

describe('a refusal', () => {
  test('says why and where', () => {
    expect(parseShell('rm -rf a; ls $[1]')).toEqual({ ok: false, reason: 'old arithmetic $[…]', at: 13 })
  })

  test('never becomes an exception, whatever is passed in', () => {
    expect(parseShell(undefined as unknown as string).ok).toBe(false)
    expect(parseShell({} as unknown as string).ok).toBe(false)
  })
})
