import { describe, expect, it } from 'vitest'
import { cpuNow } from '../../../../test/cpu.ts'
import { read } from '../testing.ts'
import { narrowedActions } from './find-tests.ts'

function removal(line: string): string[] {
  return read(line).effects.flatMap(({ how, value, partial }) =>
    how === 'delete' ? [`${partial ? 'some of' : 'all of'} ${value}`] : [],
  )
}

describe('a test before the removal narrows it', () => {
  it.each([
    "find . -name 'a.pyc' -delete",
    "find . -type f -name '*.pyc' -print -delete",
    "find . '(' -name '*.pyc' -o -name '*.pyo' ')' -delete",
    "find . -path './node_modules' -prune -o -name '*.pyc' -delete",
    'find . -mtime +30 -delete',
    'find . -empty -delete',
    "find . -name '*.pyc' '(' -type f -delete ')'",
  ])('%s', (line) => {
    expect(removal(line)).toEqual(['some of .'])
  })
})

describe('what only looks like such a test leaves the removal whole', () => {
  it.each([
    'find . -delete',
    'find . -delete -name a',
    "find . -name '*' -delete",
    "find . -path './*' -delete",
    'find . -type f -delete',
    'find . -maxdepth 1 -delete',
    'find . ! -name a -delete',
    'find . -not -empty -delete',
    'find . -name a -o -delete',
    "find . '(' -name a -o -type f ')' -delete",
    "find . ! '(' -name a ')' -delete",
    'find . -name a , -delete',
    'find . -name a -delete -o -delete',
    'find . -name $X -delete',
    'find . -name a $X -delete',
    'find . -exec -name a ; -delete',
  ])('%s', (line) => {
    expect(removal(line)).toEqual(['all of .'])
  })

  it('without a starting point it is the current folder', () => {
    expect(removal('find -delete')).toEqual(['all of .'])
  })
})

it('a program that find runs may read what is in the files', () => {
  const contents = read("find src -exec cat '{}' ;").effects.filter(({ type, meta }) => type === 'read' && !meta)
  expect(contents).toMatchObject([{ value: 'src', tree: true, certain: false }])
})

it('ten thousand words take no time worth naming', () => {
  const start = cpuNow()
  narrowedActions([
    'find',
    ...Array.from({ length: 5000 }, () => '('),
    ...Array.from({ length: 5000 }, () => '-delete'),
  ])
  expect(cpuNow() - start).toBeLessThan(800)
})
