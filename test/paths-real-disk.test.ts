/**
 * Spellings of paths on a real disk, through random trees of links; the kernel's own `realpath` is the oracle.
 *
 * No spelling of what lies in a denied directory escapes the deny, none of what lies elsewhere gains an allow.
 */

import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import type { Call, Verdict } from '../src/index.ts'
import type { Policy } from '../src/engine/policy.ts'
import { NODE_DISK } from '../src/gate/node-fs.ts'
import type { PolicyInput } from '../src/policy/inline.ts'

const RUNS = { numRuns: Math.min(1000, Number(process.env['COUNTERSIGN_RUNS'] ?? 120)), seed: 20261115 }
const top = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-links-')))
afterAll(() => rmSync(top, { recursive: true, force: true }))

/** What every tree has. `shut` is denied, `open` is allowed; one of each lies in the project, one outside. */
const FOLDERS = ['project', 'project/shut', 'project/shut/deep', 'project/open', 'project/open/deep', 'vault', 'home']
const NAMES = ['a', 'b', 'link', 'shut', 'open', 'deep', 'file']

interface Entry {
  readonly into: string
  readonly name: string
  /** A folder of the tree, or any text. */
  readonly target: string | undefined
  readonly absolute: boolean
}

interface Spelling {
  readonly from: 'here' | 'top' | 'home' | 'root'
  /** Which way to go at each step, among all there are. */
  readonly steps: readonly number[]
}

const name = fc.constantFrom(...NAMES)
const somewhere = fc
  .array(fc.constantFrom('..', '..', '.', 'project', ...NAMES), { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join('/'))
const entry: fc.Arbitrary<Entry> = fc.record({
  into: fc.constantFrom(...FOLDERS),
  name,
  // Mostly links: up, down, sideways, to each other, to nothing and to themselves.
  target: fc.option(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...FOLDERS) }, { weight: 2, arbitrary: somewhere }),
    {
      freq: 5,
      nil: undefined,
    },
  ),
  absolute: fc.boolean(),
})
const tree = fc.array(entry, { minLength: 3, maxLength: 14 })
const spelling: fc.Arbitrary<Spelling> = fc.record({
  from: fc.constantFrom('here', 'here', 'top', 'home', 'root'),
  steps: fc.array(fc.nat(1000), { minLength: 1, maxLength: 9 }),
})
const spellings = fc.array(spelling, { minLength: 8, maxLength: 8 })
const folder = fc.constantFrom('project', 'project/open', 'project/shut/deep', 'project/open/deep')

let built = 0
/** A tree of its own for each run; what cannot be made (a name that is taken) is left out. */
function build(entries: readonly Entry[]): string {
  const base = join(top, String(++built))
  for (const one of FOLDERS) mkdirSync(join(base, one), { recursive: true })
  for (const one of FOLDERS) writeFileSync(join(base, one, 'file'), 'x')
  for (const { into, name, target, absolute: whole } of entries) {
    const path = join(base, into, name)
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue
    if (target === undefined) mkdirSync(path)
    else if (whole) symlinkSync(`${base}/${target}`, path)
    else symlinkSync(FOLDERS.includes(target) ? relative(dirname(path), join(base, target)) || '.' : target, path)
  }
  return base
}

/** Walks the tree by what the kernel finds at each step; the last step may be to something new. */
function written({ from, steps }: Spelling, base: string, cwd: string): string {
  const start = { here: '.', top: base, home: '~', root: `/..//proc/self/root${base}/.` }[from]
  let text = start
  for (const step of steps) {
    const names = namesIn(absolute(text, base, cwd))
    if (names === undefined) break
    text += `/${names[step % names.length]}`
  }
  return text
}

function namesIn(path: string): string[] | undefined {
  try {
    return [...readdirSync(path).toSorted(), 'new', '..', '..', '.', '']
  } catch {
    return undefined
  }
}

function absolute(text: string, base: string, cwd: string): string {
  if (text.startsWith('~')) return `${base}/home${text.slice(1)}`
  return text.startsWith('/') ? text : `${cwd}/${text}`
}

/** Where the kernel would go: undefined where there is nothing, and for a new file the place it would be made in. */
function oracle(text: string, cwd: string, base: string): string | undefined {
  const path = absolute(text, base, cwd)
  const real = realpath(path)
  if (real !== undefined) return real
  const slash = path.lastIndexOf('/')
  const last = path.slice(slash + 1)
  const parent = realpath(path.slice(0, slash))
  if (parent === undefined || ['', '.', '..'].includes(last)) return undefined
  return isFree(`${parent}/${last}`) ? `${parent}/${last}` : undefined
}

/** Nothing is there, not even a link to nowhere, and a file could be. */
function isFree(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

function realpath(path: string): string | undefined {
  try {
    return realpathSync.native(path === '' ? '/' : path)
  } catch {
    return undefined
  }
}

const isIn = (path: string, directory: string) => path === directory || path.startsWith(`${directory}/`)
const bash = (command: string): Call => ({ tool: 'Bash', input: { command } })
const READS = (path: string): Call[] => [
  { tool: 'Read', input: { file_path: path } },
  bash(`cat ${path}`),
  bash(`wc -l < ${path}`),
  bash(`cd . && head -1 ${path}`),
  // A shell expands `~` only where a word begins.
  bash(path.startsWith('~') ? `grep -f ${path} x` : `grep --file=${path} x`),
]
const WRITES = (path: string): Call[] => [
  { tool: 'Write', input: { file_path: path, content: '' } },
  { tool: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' } },
  {
    agent: 'codex',
    tool: 'apply_patch',
    input: { command: `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch` },
  },
  bash(`echo x > ${path}`),
  bash(`echo x | tee -a ${path}`),
  bash(`sed -i s/a/b/ ${path}`),
]

interface Setting {
  readonly base: string
  readonly cwd: string
  readonly decide: (call: Call) => Verdict
}

function settle(entries: readonly Entry[], at: string, policy: (base: string) => PolicyInput | Policy): Setting {
  const base = build(entries)
  const cwd = join(base, at)
  const engine = createEngine({
    policy: policy(base),
    cwd,
    root: join(base, 'project'),
    home: join(base, 'home'),
    fs: NODE_DISK,
  })
  return { base, cwd, decide: (call) => engine.decide(call) }
}

/** Every spelling the kernel can follow, with the place it leads to. */
function each(spelled: readonly Spelling[], { base, cwd }: Setting, holds: (text: string, real: string) => void): void {
  for (const one of spelled) {
    const text = written(one, base, cwd)
    const real = oracle(text, cwd, base)
    if (real !== undefined) holds(text, real)
  }
}

function told(call: Call, real: string, { behavior, reason }: Verdict): string {
  return `${JSON.stringify(call.input)} is ${real}: ${behavior}, ${reason}`
}

test('no spelling of a path in a denied directory escapes the deny', () => {
  let met = 0
  fc.assert(
    fc.property(tree, folder, spellings, (entries, at, spelled) => {
      const setting = settle(entries, at, (base) => ({
        mode: 'bypass',
        deny: ['read(./shut/**)', 'write(./shut/**)', `read(/${base}/vault/**)`, `write(/${base}/vault/**)`],
      }))
      const denied = ['project/shut', 'vault'].map((one) => join(setting.base, one))
      each(spelled, setting, (text, real) => {
        if (!denied.some((directory) => isIn(real, directory) && real !== directory)) return
        met++
        for (const call of [...READS(text), ...WRITES(text)]) {
          const verdict = setting.decide(call)
          expect(verdict.behavior, told(call, real, verdict)).toBe('deny')
        }
      })
    }),
    RUNS,
  )
  expect(met).toBeGreaterThan(RUNS.numRuns / 2)
})

/** No call on what really lies outside the place is allowed; some on what lies in it are. */
function onlyAllowedIn(place: string, policy: PolicyInput, callsOn: (path: string) => readonly Call[]): void {
  let met = 0
  let gained = 0
  fc.assert(
    fc.property(tree, folder, spellings, (entries, at, spelled) => {
      const setting = settle(entries, at, () => policy)
      each(spelled, setting, (text, real) => {
        const outside = !isIn(real, join(setting.base, place))
        if (outside) met++
        for (const call of callsOn(text)) {
          const verdict = setting.decide(call)
          if (verdict.behavior === 'allow') gained++
          if (outside) expect(verdict.behavior, told(call, real, verdict)).not.toBe('allow')
        }
      })
    }),
    RUNS,
  )
  expect(met).toBeGreaterThan(RUNS.numRuns / 2)
  expect(gained).toBeGreaterThan(RUNS.numRuns / 10)
}

test('no spelling of a path outside an allowed directory gains the allow', () => {
  const policy = { allow: ['Read(./open/**)', 'Write(./open/**)', 'shell(tee:*)'] }
  onlyAllowedIn('project/open', policy, (path) => [READS(path)[0]!, ...WRITES(path).slice(0, 4)])
})

test('no spelling of a path outside the working directories is edited unasked', () => {
  const commands = (path: string) =>
    [`touch ${path}`, `cp file ${path}`, `mkdir -p ${path}`, `rm -r ${path}`, `mv ${path} here`].map(bash)
  onlyAllowedIn('project', { mode: 'acceptEdits' }, (path) => [...WRITES(path), ...commands(path)])
})

test('a directory denied by the name of a link is denied where it really is', () => {
  const base = build([{ into: 'project', name: 'link', target: 'vault', absolute: false }])
  const project = join(base, 'project')
  const engine = createEngine({
    policy: { mode: 'bypass', deny: ['read(./link/**)'] },
    cwd: project,
    root: project,
    home: join(base, 'home'),
    fs: NODE_DISK,
  })
  for (const path of ['link/file', '../vault/file', `${base}/vault/file`, 'open/../link/./file', 'link/../vault/file'])
    for (const call of READS(path)) expect(engine.decide(call).behavior, JSON.stringify(call.input)).toBe('deny')
})

test('a tool that looks for a file of that name is not taken at its word where there is none', () => {
  const project = join(build([]), 'project')
  mkdirSync(join(project, '.vscode'))
  writeFileSync(join(project, '.vscode/settings.json'), '')
  writeFileSync(join(project, 'there.json'), '')
  const engine = createEngine({
    policy: { mode: 'acceptEdits', allow: ['Write(./**)'], deny: ['write(./shut/**)'] },
    cwd: project,
    root: project,
    fs: NODE_DISK,
  })
  const edited = (path: string, agent: string) => {
    const tool = agent === 'gemini' ? 'replace' : 'Edit'
    return engine.decide({ agent, tool, input: { file_path: path, old_string: 'a', new_string: 'b' } }).behavior
  }
  expect(edited('settings.json', 'gemini')).toBe('ask')
  expect(edited('deep/file', 'gemini')).toBe('ask')
  expect(edited('there.json', 'gemini')).toBe('allow')
  expect(edited(join(project, 'settings.json'), 'gemini')).toBe('allow')
  expect(edited('settings.json', 'claude-code')).toBe('allow')
})
