import { describe, expect, it } from 'vitest'
import { effectsOf, read } from '../testing.ts'

describe('read-only', () => {
  it.each([
    'test -n "$X"',
    '[ "$X" = a ]',
    '[ "$X" -gt 5 ]',
    "[ -f 'a' ]",
    'read -r line',
    'read -rp prompt answer',
    'read',
    'set -euo pipefail',
    'set +e',
    'set -o errexit',
    'tar tf a.tar',
  ])('%s', (line) => {
    expect(read(line).readOnly).toBe(true)
  })
})

describe('not read-only', () => {
  it.each([
    `test "$OP" 'a[$(id)]'`,
    `test ! "$OP" 'a[$(id)]'`,
    'test "$A" "$B"',
    'test $X = y',
    'test *',
    'test -v x',
    'printf "$F" x',
    'read PATH',
    'read -r http_proxy',
    'read -a IFS',
    "read 'a[1]'",
    'read "$X"',
    'read LINE',
    'set',
    'set -a',
    'set -x',
    'set -o posix',
    'set -eo',
    'set -- a b',
    'set -e a',
    'set $X',
    'tar tf $X',
    'tar tf *',
  ])('%s', (line) => {
    expect(read(line).readOnly).toBe(false)
  })
})

describe('where sed keeps the old file', () => {
  it.each([
    ["sed '-i.bak' s/a/b/ x", 'x.bak', true],
    ["sed '-i/etc/*' s/a/b/ passwd", '/etc/passwd', false],
    ["sed '-iold/*' s/a/b/ dir/x", 'old/x', false],
    ["sed '-i.bashr*' s/a/b/ dir/c", 'dir/.bashrc', false],
    ["sed '--in-place=../*' -e s/a/b/ c", '../c', false],
  ])('%s', (line, path, plain) => {
    expect(effectsOf(line)).toContain(`write:create ${path}`)
    expect(read(line).fileCommand).toBe(plain)
  })
})

describe('tar reads from the folder it was sent to', () => {
  it.each([
    ['tar -C /etc -cf a shadow', '/etc/shadow'],
    ['tar cf a -C / etc/shadow', '/etc/shadow'],
    ['tar cf a x -C /etc y', 'x'],
    ['tar cf a -C /etc -C ssl y', '/etc/ssl/y'],
    ['tar cf a -C /etc /y', '/y'],
  ])('%s', (line, path) => {
    expect(effectsOf(line)).toContain(`read/ ${path}`)
  })

  it.each(['tar cf a -T list', 'tar cf a -C "$X" y', 'tar -cf a --files-from=list'])('%s is unknown', (line) => {
    expect(read(line)).toMatchObject({ unknownOperands: true, fileCommand: false })
  })
})
