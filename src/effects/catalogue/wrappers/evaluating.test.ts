import { describe, expect, test } from 'vitest'
import type { Word } from '../../../engine/effect.ts'
import type { WordTraits } from '../draft.ts'
import { unwrap } from '../wrappers.ts'

/** Splits at blanks; `$…` is a quoted word only running would tell, `a$…` one that begins with `a`, `$$…` one unquoted. */
function evaluates(line: string): boolean {
  const argv: Word[] = []
  const words: WordTraits[] = []
  for (const text of line.split(' ')) {
    const mark = text.search(/\$[A-Z$]/u)
    const prefix = mark > 0 ? { prefix: text.slice(0, mark) } : {}
    argv.push(mark < 0 ? text : null)
    words.push({ splits: text.includes('$$'), glob: /[*?]/u.test(text), brace: false, ...prefix })
  }
  return unwrap(argv, argv[0] ?? '', words).some(({ dynamic }) => dynamic)
}

describe('a builtin that evaluates its words once more fails closed', () => {
  test.each([
    'test -v a[$(id)]',
    '[ -R a[`id`] ]',
    'test $OP a[$(id)]',
    'test ! $OP a[$(id)]',
    'test x -a $OP a[0]',
    'test $OP $NAME',
    'test $$X = y',
    'test *',
    'let a[$(id)]=1',
    'let x',
    'let x=y+1',
    'unset a[$(id)]',
    'unset -v $NAME',
    'read a[$(id)]',
    'read -ra a[$(id)]',
    'read -r $NAME',
    'printf -v a[$(id)] x',
    'printf -va[$(id)] x',
    'printf $FORMAT x',
    'printf -v$NAME x',
    'declare a[$(id)]=1',
    'declare -i x=a[$(id)]',
    'declare -i x=y',
    'declare -i n=5',
    'declare -n x=a[$(id)]',
    'declare -a x=($(id))',
    'declare -a x=$VALUE',
    'declare x=($VALUE',
    'export $NAME',
    'local -i x=$VALUE',
    'readonly `id`=1',
  ])('%s', (line) => {
    expect(evaluates(line)).toBe(true)
  })
})

describe('everyday forms are let alone', () => {
  test.each([
    'test -v NAME',
    'test -n $X',
    '[ $A = $B ]',
    '[ $A -gt 5 ]',
    '[ $A != a[0] ]',
    '[ -f a*.ts ]',
    'let x=1',
    'let x=(2+3)*4',
    'unset X Y',
    'unset -f name',
    'read -r line',
    'read -p [y/N]? answer',
    'read -a list',
    'printf %s $X',
    'printf -v name %s x',
    'printf hello_$X y',
    'declare -A map',
    'declare -n ref=name',
    'declare -a x=(a b)',
    'export PATH_LIKE=$VALUE',
    'local x=$$VALUE',
    'export PS1=[$]',
  ])('%s', (line) => {
    expect(evaluates(line)).toBe(false)
  })

  test('without anything known of the words, an unknown one is not given the benefit of the doubt', () => {
    expect(unwrap(['export', null], 'export')).toMatchObject([{ dynamic: true }])
  })
})
