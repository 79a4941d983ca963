import { describe, expect, test } from 'vitest'
import type { Run, Word } from '../effect.ts'
import { compileShell } from './shell.ts'

function run(argv: readonly Word[], more: Partial<Run> = {}): Run {
  const name = argv[0] ?? null
  const program = name === null ? null : name.slice(name.lastIndexOf('/') + 1)
  return {
    type: 'run',
    argv,
    program,
    trusted: name?.includes('/') === false,
    certain: true,
    harmless: false,
    of: 0,
    ...more,
  }
}

const words = (text: string): Word[] => text.split(' ').map((word) => (word === '?' ? null : word))
const permits = (rule: string, line: string) => compileShell(rule).permits(run(words(line)))
const restricts = (rule: string, line: string) => compileShell(rule).restricts(run(words(line)))

describe('a prefix ends at a word', () => {
  test.each([
    ['npm run:*', 'npm run build', true],
    ['npm run *', 'npm run build', true],
    ['npm run:*', 'npm run', true],
    ['npm run:*', 'npm running', false],
    ['npm run:*', 'npm install', false],
    ['ls:*', 'lsof', false],
  ])('%s and `%s`: %s', (rule, line, expected) => {
    expect(permits(rule, line)).toBe(expected)
    expect(restricts(rule, line)).toBe(expected ? 2 : 0)
  })
})

describe('no star is exactly this command', () => {
  test.each([
    ['git status', 'git status', true],
    ['git status', 'git status -s', false],
    ['git', 'git status', false],
    ["git commit -m 'a b'", 'git commit -m a b', false],
  ])('%s and `%s`: %s', (rule, line, expected) => {
    expect(permits(rule, line)).toBe(expected)
  })

  test('quotes in a rule are quotes', () => {
    expect(compileShell("git commit -m 'a * b'").permits(run(['git', 'commit', '-m', 'a * b']))).toBe(true)
    expect(compileShell("git commit -m 'a * b'").permits(run(['git', 'commit', '-m', 'a x b']))).toBe(false)
  })
})

describe('a star stays where it stands', () => {
  test.each([
    ['git * --force', 'git push --force', true],
    ['git * --force', 'git push origin main --force', true],
    ['git * --force', 'git push --force origin', false],
    ['git push origin feature/*', 'git push origin feature/x', true],
    ['git push origin feature/*', 'git push origin main', false],
    ['git push origin feature/*', 'git push origin feature/x --force', false],
    ['npm run test*', 'npm run test:unit', true],
  ])('%s and `%s`: %s', (rule, line, expected) => {
    expect(permits(rule, line)).toBe(expected)
  })

  test('glued to the last word it restricts what follows too', () => {
    expect(restricts('rm*', 'rm -rf x')).toBe(2)
    expect(permits('rm*', 'rm -rf x')).toBe(false)
  })
})

describe('a restriction sees the program under any name', () => {
  test.each(['/bin/rm x', './rm x', 'RM x', '/usr/local/bin/Rm x'])('%s', (line) => {
    expect(restricts('rm:*', line)).toBe(2)
  })

  test.each([
    ['MyTool*', 'MyTool1 x'],
    ['MyTool*', 'mytool1 x'],
    ['My* x', '/opt/bin/MyTool x'],
    ['*/Deploy* x', './scripts/deploy.sh x'],
    ['./scripts/*', './scripts/deploy.sh x'],
    ['./scripts/*', 'scripts/Deploy.sh'],
    ['./scripts/*', '/srv/project/scripts/deploy.sh'],
    ['/opt/tools/dep*', '/elsewhere/deploy'],
  ])('a star in its name or in the folder it is called from: %s and `%s`', (rule, line) => {
    expect(restricts(rule, line)).toBe(2)
  })

  test.each([
    ['./scripts/*', 'deploy.sh'],
    ['./scripts/*', './scripts.sh'],
    ['/opt/tools/*', '/opt/other/x'],
  ])('which is not any name at all: %s and `%s`', (rule, line) => {
    expect(restricts(rule, line)).toBe(0)
  })

  test('a permission needs the bare name, or the path the rule spells', () => {
    expect(permits('cat:*', './cat x')).toBe(false)
    expect(permits('cat:*', 'CAT x')).toBe(false)
    expect(permits('./gradlew build:*', './gradlew build')).toBe(true)
    expect(compileShell('cat:*').permits(run(['/bin/cat', 'x'], { trusted: true }))).toBe(true)
  })

  test('other readings of the same words count', () => {
    const pushed = run(['git', '-C', 'x', 'push'], {
      forms: () => [{ words: ['git', 'push'], doubtful: [], flags: undefined }],
    })
    expect(compileShell('git push:*').restricts(pushed)).toBe(2)
    expect(compileShell('git push:*').permits(pushed)).toBe(false)
  })
})

describe('a word nobody knows', () => {
  test.each([
    ['rm:*', '? -rf x', 1],
    ['git push:*', 'git ?', 1],
    ['git push:*', 'git ? push', 1],
    ['git push:*', 'git commit ?', 0],
    ['git push:*', 'git push ?', 2],
    ['git * --force', 'git push ?', 1],
    ['git status', 'git status ?', 1],
    ['rm -rf:*', 'rm ?', 1],
  ] as const)('%s might be `%s`: %d', (rule, line, expected) => {
    expect(restricts(rule, line)).toBe(expected)
  })

  test('is never what a permission spells', () => {
    expect(permits('rm:*', '? x')).toBe(false)
    expect(permits('git push', 'git ?')).toBe(false)
    expect(permits('git push:*', 'git push ?')).toBe(true)
  })
})

test.each(['', ':*', '   ', "git commit -m 'open"])('`%s` is no command', (rule) => {
  expect(() => compileShell(rule)).toThrow()
})

test('many stars cost no more than words times stars', () => {
  const pattern = compileShell(`a ${'* b '.repeat(40)}c`)
  expect(pattern.permits(run(['a', ...Array.from({ length: 4000 }, () => 'b')]))).toBe(false)
})
