import { describe, expect, it } from 'vitest'
import { FindFilter, testsOf } from './find-filter.ts'

/** Whether a file there may be handed on, if find comes by it at all. */
function mayPass(line: string, path: string): boolean {
  const argv = line.split(' ')
  const acts = argv.at(-1) === 'ACTS'
  const [tests] = testsOf(acts ? argv.slice(0, -1) : argv, acts) ?? []
  if (tests === undefined) return true
  const filter = new FindFilter(tests)
  const names = path.split('/')
  const isReached = names.every((_, at) => at === 0 || filter.mayEnter(names.slice(0, at)))
  return isReached && filter.mayPass(names, 'other')
}

describe('what find surely leaves out', () => {
  it.each([
    ['find . -not -name .env', '.env'],
    ['find . ! -name *.pem -type f', 'a/b.pem'],
    ['find . -maxdepth 1', 'a/.env'],
    ['find . -mindepth 2 -type f', '.env'],
    ['find . -not -path ./config/*', 'config/in/.env'],
    ['find src -not -path */config/*', 'config/.env'],
    ['find src/ -path src/x/*', 'y/.env'],
    ['find . -path ./config -prune -o -type f -print', 'config/.env'],
    ['find . -name config -prune -o -type f', 'config/.env'],
    ['find . ( -name a -o -name config ) -prune -o -print', 'config/.env'],
    ['find . -type d ( -name a -o -name config ) -prune -o -type f ACTS', 'config/.env'],
    ['find . -name .env -prune -o -type f ACTS', '.env'],
    ['find . -name .env -o -type f -print', '.env'],
    ['find . -regex .*\\.ts', '.env'],
    ['find . -iname *.TS', '.env'],
    ['find . -type d', '.env'],
    ['find . -type f -o -name config -prune', 'config/.env'],
    ['find . -path ./config -prune -o ACTS', 'config/.env'],
    ['find . -name a*v -size +1k', 'b.env'],
  ])('%s: %s', (line, path) => {
    expect(mayPass(line, path)).toBe(false)
  })
})

describe('what find may hand on', () => {
  it.each([
    ['find .', '.env'],
    ['find . ACTS', '.env'],
    ['find . -not -name env', '.env'],
    ['find . ! ! -name .env', '.env'],
    ['find . -not -name .env -o -type f', '.env'],
    ['find . -name .env -prune -o -type f', '.env'],
    ['find . -maxdepth 2', 'a/.env'],
    ['find . -maxdepth 1 -maxdepth 3', 'a/.env'],
    ['find . -maxdepth x', 'a/.env'],
    ['find . -mindepth 3 -name config -prune -o -print', 'config/a/.env'],
    ['find . -path ./config -prune -o -type f', '.env'],
    ['find . -path config -prune -o -type f', 'config/.env'],
    ['find . -mindepth 1 -mindepth 3 -name config -prune -o -print', 'config/in/.env'],
    ['find . -prune -name x -o -type f', 'config/.env'],
    ['find . -size +1k -prune -o -type f', 'config/.env'],
    ['find . -newer x -o -name config -prune -o -type f', 'config/.env'],
    ['find . -not -path ./config/?*', 'config/.env'],
    ['find . -regex .*\\(env\\|ts\\)', '.env'],
    ['find . -not -regex .*/.[e]nv', '.env'],
    ['find . -name *.ts -o -unknown', '.env'],
    ['find -L . -name *.ts', '.env'],
    ['find . -depth -name config -prune -o -print', 'config/.env'],
    ['find ./a//b -path x', '.env'],
    ['find "$X" -maxdepth 0', 'a/.env'],
    ['find . -name a , -name b', '.env'],
    ['find . -not -newer .env', '.env'],
  ])('%s: %s', (line, path) => {
    expect(mayPass(line, path)).toBe(true)
  })

  it('is not known if a word is not', () => {
    expect(testsOf(['find', '.', '-maxdepth', null], false)).toBeUndefined()
  })
})
