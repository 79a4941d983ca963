import { describe, expect, it } from 'vitest'
import { cpuNow } from '../../../../test/cpu.ts'
import { simplified } from './simplified.ts'

const HOME = '/home/user'

describe('a text that was not understood, made simpler', () => {
  it.each([
    ['r${x}m y', 'rm y'],
    ['x=rm; $x y', 'x=rm; rm y'],
    ['${x:-rm} y', 'rm y'],
    ['$(echo rm) y', 'rm y'],
    ['$(echo -n rm) y', 'rm y'],
    ['`printf %s rm` y', 'rm y'],
    ['r$(true)m y', 'rm y'],
    ['cat ~/.bashrc', 'cat /home/user/.bashrc'],
  ])('%s', (text, simple) => {
    expect(simplified(text, HOME)).toBe(simple)
  })

  it.each([
    ['a name that does not end', `\${${'a'.repeat(60_000)}`],
    ['options of echo that do not end', `\`echo ${'-a '.repeat(20_000)}`],
    ['blanks behind echo that do not end', `$(echo${' '.repeat(60_000)}`],
    ['formats that do not end', `\`printf ${'%s '.repeat(20_000)}`],
  ])('goes over %s but once', (_, text) => {
    const start = cpuNow()
    simplified(text, HOME)
    expect(cpuNow() - start).toBeLessThan(500)
  })
})
