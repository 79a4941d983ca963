import { describe, expect, test } from 'vitest'
import type { Word } from '../../../engine/effect.ts'
import { unwrap } from '../wrappers.ts'

/** Splits at blanks; `_` is a blank inside a word, `$…` a word only running would tell. */
function seen(line: string): ReturnType<typeof unwrap> {
  const argv = line.split(' ').map((word): Word => (word.startsWith('$') ? null : word.replaceAll('_', ' ')))
  return unwrap(argv, argv[0] ?? '')
}

/** The texts and words that would run, each joined by blanks. */
function texts(line: string): string[] {
  return seen(line).flatMap(({ script, inner }) => [
    ...(typeof script === 'string' ? [script] : []),
    ...(inner === undefined ? [] : [inner.map((word) => word ?? '…').join(' ')]),
  ])
}

describe('a command hidden in a text or behind options is found', () => {
  test.each([
    ['env --split=rm_x', 'env rm x'],
    ['env --s rm_x', 'env rm x'],
    ['env -u Y -C / -S rm_x', 'env rm x'],
    ['env -S rm\\__x', 'env rm  x'],
    ['sed s/y/rm_x/e f', 'rm x'],
    ['sed -e s1y1rm_x1e f', 'rm x'],
    ['sed s/y/rm_x/0000000000000000000001e f', 'rm x'],
    ['sed /y/e_rm_x f', 'rm x'],
    ['less +!rm_x y', 'rm x'],
    ['less +G|mrm_x y', 'rm x'],
    ['expect -c spawn_rm_x', 'rm x'],
    ['capsh --user=y -- -c rm_x', 'bash -c rm x'],
    ['screen -S a -X stuff rm_x', 'rm x'],
    ['screen -X exec rm x', 'rm x'],
    ['screen -dmS a rm x', 'rm x'],
    ['tmux send-keys -t a r m Space x Enter', 'rm x\n'],
    ['tmux new -d ; send-keys rm_x', 'rm x'],
    ['tmux bind-key k run-shell rm_x', 'rm x'],
    ['tmux display -p #(rm_x)', 'rm x'],
    ['lockf -t 5 f rm x', 'rm x'],
    ['cpulimit -l 5 -- rm x', 'rm x'],
    ['daemonize -c / rm x', 'rm x'],
    ['catatonit -- rm x', 'rm x'],
    ['hyperfine -w 3 ls rm_x', 'rm x'],
    ['hyperfine --prepare rm_x ls', 'rm x'],
    ['watchexec -e js rm_x', 'rm x'],
    ['nodemon --exec rm_x', 'rm x'],
    ['concurrently -n a,b ls rm_x', 'rm x'],
    ['parallel {1} x ::: rm', 'rm x'],
    ['git-push origin', 'git push origin'],
    ['hash -p /bin/rm ls', '/bin/rm …'],
    ['hash -lp/bin/rm ls', '/bin/rm …'],
    ['bind -x "a":rm_x', 'rm x'],
    ['bind "a":_"rm_x"', 'rm x'],
  ])('%s', (line, text) => {
    expect(texts(line)).toContain(text)
  })
})

describe('what runs something nobody can read fails closed', () => {
  test.each([
    'ed f',
    'ex -s f',
    'vim -es f',
    'crontab -',
    'crontab',
    'expect',
    'sed s/y/x/e f',
    'git pushup',
    'enable -f ./x ls',
    'concurrently $X',
    `parallel {} ::: ${'1 '.repeat(100)}rm_x`,
  ])('%s', (line) => {
    expect(seen(line).some(({ dynamic }) => dynamic)).toBe(true)
  })

  test('a sed script that is unknown as a whole may run anything; one with a known beginning is everyday', () => {
    const word = { splits: false, glob: false, brace: false, quoted: true }
    expect(unwrap(['sed', null, 'f'], 'sed', [word, word, word])).toMatchObject([{ dynamic: true }])
    expect(unwrap(['sed', null, 'f'], 'sed', [word, { ...word, prefix: 's/a/' }, word])).toEqual([])
  })
})

describe('everyday lines of the same programs run nothing', () => {
  test.each([
    'sed s/these/those_e/ f',
    'sed -n 1,5p f',
    'less +G f',
    'crontab -l',
    'crontab -u y -l',
    'vim f',
    'screen -ls',
    'screen -S a -X quit',
    'tmux ls',
    'tmux kill-session -t a',
    'git lfs pull',
    'git push origin',
    'hash -r',
    'enable -n test',
    'bind set_bell-style_none',
    'hyperfine --help',
  ])('%s', (line) => {
    expect(seen(line)).toEqual([])
  })
})

test('a split is read instead of the unsplit words, so nesting does not double the work', () => {
  expect(seen('env -S env_-S_ls')).toHaveLength(1)
})

describe('find is seen through only when it does nothing else', () => {
  const strict = (line: string) => {
    const argv = line.split(' ').map((word): Word => (word.startsWith('$') ? null : word))
    const words = argv.map((word) => ({
      splits: word === null,
      glob: word?.includes('*') === true,
      brace: false,
      quoted: false,
    }))
    return unwrap(argv, 'find', words).every((one) => one.strict)
  }
  test.each(['find . -exec wc -l {} +', 'find src -name a -exec grep x {} ;', 'find . -exec ls {} ; -exec wc {} +'])(
    '%s',
    (line) => {
      expect(strict(line)).toBe(true)
    },
  )
  test.each([
    'find . -exec wc {} + -delete',
    'find . -exec wc {} $X ;',
    'find . -exec wc {}',
    'find . -exec {} ;',
    'find . -exec sort \\; -o x',
    'find . -execdir wc {} +',
    'find . -ok wc {} ;',
    'find * -exec wc {} +',
    'find . $X -exec wc {} +',
    'find . -regex x -exec cat {} +',
    'find . -fprint x -exec wc {} +',
  ])('%s is not', (line) => {
    expect(strict(line)).toBe(false)
  })
  test('what it finds begins where it starts, so it is no option', () => {
    const words = Array.from({ length: 6 }, () => ({ splits: false, glob: false, brace: false, quoted: false }))
    expect(unwrap(['find', 'src', '-exec', 'sort', '{}', '+'], 'find', words)).toMatchObject([
      { begins: 'src', many: true, inner: ['sort', null] },
    ])
    expect(unwrap(['find', null, '-exec', 'sort', '{}', ';'], 'find', words)[0]?.begins).toBeUndefined()
  })
})
