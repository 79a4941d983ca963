/** The second parser can only take away. */

import { expect, test } from 'vitest'
import { parseShell } from './parse.ts'
import { agrees } from './second-opinion.ts'
import { accepted, arePeersHere, corpus } from './testing.ts'

const opinion = (source: string): boolean => agrees(source, accepted(source))

test.each([
  'git status',
  'a | b && c; (d)',
  'echo "$(rm x)" `ls` <(cat)',
  '$x a; "$y" b',
  'cat <<E\n$(rm x)\nE',
  '{a,b} c; *.sh; ~/x',
  '"a$(b)" c',
  'f() { a; }; f',
])('both read %j alike', (source) => {
  expect(opinion(source)).toBe(true)
})

test('a command the script does not list is noticed', () => {
  expect(agrees('ls; rm x', accepted('ls'))).toBe(false)
  expect(agrees('ls', accepted('ls; rm x'))).toBe(false)
  expect(agrees('ls; ls', accepted('ls'))).toBe(false)
  expect(agrees('echo $(rm x)', accepted('echo $x'))).toBe(false)
  expect(agrees('$x', accepted('x'))).toBe(false)
})

test('what unbash cannot read is no agreement', () => {
  expect(agrees('ls; if', accepted('ls'))).toBe(false)
  expect(agrees(`${'$('.repeat(400)}ls`, accepted('ls'))).toBe(false)
})

test.runIf(arePeersHere)('on everyday lines the two hardly ever differ', () => {
  const lines = corpus<{ cmd: string }>('peers/shell-truth-tldr.jsonl').filter((_, index) => index % 4 === 0)
  const read = lines.map(({ cmd }) => ({ cmd, parsed: parseShell(cmd) }))
  const differ = read.filter(({ cmd, parsed }) => parsed.ok && !agrees(cmd, parsed.script))
  console.log(`second opinion differs on ${differ.length} of ${read.length} everyday lines`)
  expect(differ.length / read.length).toBeLessThan(0.001)
})
