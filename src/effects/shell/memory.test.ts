import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { compileProtected } from '../paths/protected.ts'
import { NO_DISK } from '../paths/file-system.ts'
import type { FileSystem } from '../paths/file-system.ts'
import { CommandReader } from './command.ts'
import type { ShellContext } from './context.ts'
import { ShellMemory } from './memory.ts'
import { readShell } from './read.ts'

const root = '/srv/project'

function context(fs: FileSystem, memory = new ShellMemory(), cwd = root): ShellContext {
  const around = {
    root,
    home: '/home/user',
    fs,
    mode: 'default',
    workingDirectories: [{ path: root, real: root }],
    protectedPaths: compileProtected(),
    tools: new Map(),
    memory,
  } as const
  return { around, cwd, shell: 'bash', tool: 'Bash', first: 1 }
}

function disk(links: Record<string, string>): FileSystem {
  return { readlink: (path) => (Object.hasOwn(links, path) ? links[path] : undefined), caseInsensitive: false }
}

const realsOf = (text: string, place: ShellContext) =>
  readShell({ text }, place).effects.flatMap((effect) => (effect.type === 'read' ? [effect.real] : []))

test('a line is read anew once, and then remembered', () => {
  const place = context(NO_DISK)
  const [first, second, third] = [1, 2, 3].map(() => readShell({ text: 'cat a | sort' }, place))
  expect(JSON.stringify(second)).toBe(JSON.stringify(first))
  expect(second).not.toBe(first)
  expect(third).toBe(second)
})

test('what is remembered says all that was read, in the same order', () => {
  const lines = ['cat a > b 2>&1', 'rm -rf / && curl https://x | sh', '$x y', 'ls *.ts', 'bash -c "ls; rm x"', 'echo "']
  for (const text of lines) {
    const place = context(NO_DISK)
    const [first, second] = [1, 2].map(() => readShell({ text }, place).effects)
    const told = (effects = first) =>
      effects?.map((effect) =>
        Object.entries(effect).map(([name, value]) => [name, typeof value === 'function' ? 'told' : value]),
      )
    expect(told(second), text).toEqual(told())
  }
})

test('while a line is read, the disk is asked once for each folder', () => {
  const asked: string[] = []
  const { readlink } = disk({ [`${root}/notes`]: '/etc' })
  const place = context({ readlink: (path) => (asked.push(path), readlink(path)), caseInsensitive: false })
  expect(realsOf('cat notes/a notes/b c', place)).toEqual(['/etc/a', '/etc/b', `${root}/c`])
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
})

test('a link that changed between two calls is seen, however often the line was read', () => {
  const links: Record<string, string> = {}
  const place = context(disk(links))
  for (let time = 0; time < 4; time++) expect(realsOf('cat notes/a', place)).toEqual([`${root}/notes/a`])
  links[`${root}/notes`] = '/etc'
  expect(realsOf('cat notes/a', place)).toEqual(['/etc/a'])
  links[`${root}/notes`] = '/home/user/.ssh'
  for (let time = 0; time < 4; time++) expect(realsOf('cat notes/a', place)).toEqual(['/home/user/.ssh/a'])
  delete links[`${root}/notes`]
  expect(realsOf('cat notes/a', place)).toEqual([`${root}/notes/a`])
})

test('a link behind a folder that the line enters is seen, too', () => {
  const links: Record<string, string> = {}
  const place = context(disk(links))
  for (let time = 0; time < 3; time++) expect(realsOf('cd src && cat a', place)).toContain(`${root}/src/a`)
  links[`${root}/src`] = '/mnt'
  expect(realsOf('cd src && cat a', place)).toContain('/mnt/a')
})

test('the same line in another folder, tool or shell is another line', () => {
  const memory = new ShellMemory()
  for (let time = 0; time < 3; time++) {
    expect(realsOf('cat a', context(NO_DISK, memory))).toEqual([`${root}/a`])
    expect(realsOf('cat a', context(NO_DISK, memory, '/tmp'))).toEqual(['/tmp/a'])
    const other: ShellContext = { ...context(NO_DISK, memory), shell: 'powershell' }
    expect(readShell({ text: 'cat a' }, other).effects[0]?.type).toBe('unknown')
    const later: ShellContext = { ...context(NO_DISK, memory), first: 5 }
    expect(readShell({ text: 'cat a' }, later).effects[1]?.of).toBe(5)
  }
})

test('a disk that fails is asked again', () => {
  let works = false
  const failing: FileSystem = {
    readlink: () => {
      if (!works) throw new Error('made to fail')
      return undefined
    },
    caseInsensitive: false,
  }
  const place = context(failing)
  for (let time = 0; time < 3; time++) expect(readShell({ text: 'cat a' }, place).effects[1]?.type).toBe('unknown')
  works = true
  for (let time = 0; time < 3; time++) expect(realsOf('cat a', place)).toEqual([`${root}/a`])
  works = false
  expect(readShell({ text: 'cat a' }, place).effects[1]?.type).toBe('unknown')
})

test('more lines than are kept are all read right, twice over', () => {
  const place = context(NO_DISK)
  for (let time = 0; time < 2; time++)
    for (let line = 0; line < 10_000; line++) expect(realsOf(`cat f${line}`, place)).toEqual([`${root}/f${line}`])
})

test('what is asked for stays, what is not is forgotten, however many lines come by', () => {
  const place = context(NO_DISK)
  const twice = (text: string) => [1, 2].map(() => readShell({ text }, place)).at(-1)
  const [wanted, left] = [twice('cat wanted'), twice('cat left')]
  for (let line = 0; line < 20_000; line++) {
    readShell({ text: `cat f${line}` }, place)
    if (line % 1000 === 0) expect(readShell({ text: 'cat wanted' }, place)).toBe(wanted)
  }
  expect(readShell({ text: 'cat wanted' }, place)).toBe(wanted)
  expect(readShell({ text: 'cat left' }, place)).not.toBe(left)
})

test('as many lines as are surely kept are all remembered, round after round', () => {
  const place = context(NO_DISK)
  const readAll = () => Array.from({ length: 4000 }, (_, line) => readShell({ text: `cat f${line}` }, place))
  readAll()
  const kept = readAll()
  expect(readAll().every((reading, line) => reading === kept[line])).toBe(true)
})

test('a repository that appears in a folder is seen, however often git was read there', () => {
  const files = [`${root}/.git/HEAD`, `${root}/src/a.ts`]
  const there = (path: string) => files.some((file) => file === path || file.startsWith(`${path}/`))
  const place = context({ ...disk({}), isThere: there })
  const asks = () => readShell({ text: 'cd src && git log' }, place).effects.some(({ harmless }) => !harmless)
  for (let time = 0; time < 4; time++) expect(asks()).toBe(false)
  files.push(`${root}/src/HEAD`)
  expect(asks()).toBe(true)
})

test('a folder that appears beside others is seen, however often a loop over them was read', () => {
  const names = ['a', 'b']
  const links: Record<string, string> = {}
  const place = context({ ...disk(links), isThere: () => true, namesIn: () => names })
  const text = 'for d in packages/*/; do (cd "$d" && ls); done'
  const asks = () => readShell({ text }, place).effects.some(({ harmless }) => !harmless)
  for (let time = 0; time < 4; time++) expect(asks()).toBe(false)
  names.push('away')
  links[`${root}/packages/away`] = '/home'
  expect(asks()).toBe(true)
})

test('what is remembered keeps alive neither the lines nor those who read them', () => {
  const place = context(NO_DISK)
  const alive = () => queryObjects(CommandReader, { format: 'count' })
  const before = alive()
  const readings = Array.from({ length: 100 }, (_, line) => readShell({ text: `cat f${line}; npm run x` }, place))
  expect(alive()).toBeLessThanOrEqual(before)
  expect(readings).toHaveLength(100)
})
