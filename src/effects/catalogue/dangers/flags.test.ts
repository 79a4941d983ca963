import { describe, expect, test } from 'vitest'
import { grammarOf, readLine } from './line.ts'

function flagsOf(line: string) {
  const argv = line.split(' ')
  return readLine(argv, grammarOf(argv[0] ?? '')).flags
}

describe('the flags of a command', () => {
  test.each([
    ['rm -rf x', '-r'],
    ['rm -rf x', '-f'],
    ['rm -rf x', '-rf'],
    ['tool -AZaz09', '-Z'],
    ['tool -AZaz09', '-9'],
    ['tool -x=1', '-x'],
    ['tool --force=yes', '--force'],
    ['tool --force=yes', '--force=yes'],
    ['terraform -destroy', '-destroy'],
    [`tool ${'--pad '.repeat(40)}--last`, '--last'],
  ])('%s has %s', (line, flag) => {
    expect(flagsOf(line).has(flag)).toBe(true)
  })

  test.each([
    ['rm -rf x', '-R'],
    ['rm -rf x', '-x'],
    ['tool -a', '-!'],
    ['tool -A', '-a'],
    ['tool --force', '-f'],
    ['tool -- -f', '-f'],
    ['terraform -destroy', '-d'],
    ['git checkout -bf', '-f'],
    ['tool -ä', '-d'],
    [`tool ${'--pad '.repeat(40)}--last`, '--first'],
  ])('%s has no %s', (line, flag) => {
    expect(flagsOf(line).has(flag)).toBe(false)
  })
})
