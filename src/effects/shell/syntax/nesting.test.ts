/** Commands inside words: every one listed, in a scope of its own, at its own place in the source. */

import { describe, expect, test } from 'vitest'
import { accepted, argvs } from './testing.ts'

describe('a command hidden in a word is listed', () => {
  test.each([
    'echo $(rm x)',
    'echo "a $(rm x) b"',
    'echo `rm x`',
    'echo "`rm x`"',
    'echo "`rm "x"`"',
    'echo `echo \\`rm x\\``',
    'echo `echo \\$(rm x)`',
    'echo "`echo \\"\\$(rm x)\\"`"',
    'cat <(rm x)',
    'tee >(rm x)',
    'cat a<(rm x)b',
    'echo hi <(true)#; rm x',
    'echo ${y:-$(rm x)}',
    'echo ${y:-`rm x`}',
    'echo "${y%$(rm x)}"',
    'echo ${y/$(rm x)/b}',
    'echo $((1 + $(rm x)))',
    '(( y = $(rm x) ))',
    'a=$(rm x)',
    'a=($(rm x))',
    'export A=$(rm x)',
    'ls >$(rm x)',
    'cat <<<$(rm x)',
    'cat <<E\n$(rm x)\nE',
    'cat <<E\n`rm x`\nE',
    'cat <<-E\n\t$(rm x)\n\tE',
    'cat <<E\n${y:-$(rm x)}\nE',
    'for i in $(rm x); do :; done',
    'case $(rm x) in *) ;; esac',
    'case a in $(rm x)) ;; esac',
    '[[ -n $(rm x) ]]',
    '[[ a == b || $(rm x) -eq 1 ]]',
    'for ((i=$(rm x); i<1; i++)); do :; done',
    'coproc rm x',
    'coproc N { rm x; }',
    '{fd}>f rm x',
    'f() { rm x; }',
    ':(){ rm x; }',
    'select i in a; do rm x; done',
    'time -p rm x',
    '! rm x',
    'ls\nrm x',
    'ls & rm x',
    'ls |& rm x',
    'if true; then ls; elif rm x; then :; fi',
    'until rm x; do :; done',
    'case a in a) ls;; b) rm x; ;; esac',
    'case a in a) ls ;& *) rm x ;;& esac',
    '2>&1 rm x',
    '>f rm x',
    'A=1 rm x',
  ])('%j', (source) => {
    expect(argvs(source)).toContainEqual(['rm', 'x'])
  })
})

describe('text that only mentions a command is not one', () => {
  test.each([
    "echo '$(rm x)'",
    'echo "\\$(rm x)"',
    'echo \\`rm x\\`',
    "cat <<'E'\n$(rm x)\nE",
    'cat <<\\E\n`rm x`\nE',
    'cat <<E\n\\$(rm x) \\`rm x\\`\nE',
    'echo "rm x; rm x"',
    'git commit -m "rm x && rm x"',
    "echo `echo '$y' \\\\\\`rm x`",
  ])('%j', (source) => {
    expect(argvs(source)).not.toContainEqual(['rm', 'x'])
  })
})

describe('offsets', () => {
  test.each([
    'echo `rm x`',
    'echo `echo \\`rm x\\``',
    'echo "`echo \\"\\`rm x\\`\\"`"',
    'cat <<E\nabc $(rm x)\nE',
    'cat <<-E\n\t\ta\n\t\t\t$(rm x)\n\tE',
    'cat <<E\n`echo \\`rm x\\``\nE',
    'cat <<-E\n\t`echo \\`rm x\\``\n\tE',
  ])('%j: the inner command is found at its place in the source', (source) => {
    const inner = accepted(source).commands.find(({ words }) => words[0]?.value === 'rm')
    expect(source.slice(inner?.words[0]?.span.start, inner?.words[0]?.span.end)).toBe('rm')
    expect(source.slice(inner?.span.start).startsWith('rm x')).toBe(true)
  })

  test('tabs that <<- removes are gone from quoted text of inner commands too', () => {
    expect(argvs('cat <<-E\n\t$(echo "a\n\tb")\n\tE')).toContainEqual(['echo', 'a\nb'])
  })
})

describe('notes for later passes', () => {
  test('a variable that names another is noted', () => {
    expect(accepted('echo ${!x}').indirect).toBe(true)
  })

  test.each([
    ['echo $((x+1))', ['x']],
    ['echo ${a[i]}', ['i']],
    ['[[ $x -eq 1 ]]', ['x']],
    ['[[ x -eq 1 ]]', ['x']],
    ['echo ${y:x}', ['x']],
    ['echo $(( $(id) + 1 ))', ['$1']],
    ['echo $((1+1))', []],
  ])('%j evaluates %j', (source, names) => {
    expect(accepted(source).evaluated).toEqual(names)
  })

  test.each(['echo $((1+1))', '[[ 1 -eq 2 ]]', 'echo ${!x*}', 'echo ${!x[@]}', 'ls && a'])(
    'no variable names another in %j',
    (source) => {
      expect(accepted(source).indirect).toBe(false)
    },
  )

  test('names set by expansions and arithmetic are listed', () => {
    expect(accepted('echo ${a:=1} $((b=2)) ${c:-3}; (( d++ )); exec {e}>f').assigned).toEqual(['a', 'b', 'd', 'e'])
  })
})
