/** What is passed over by its name alone is nothing that a full comparison would have told. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile } from '../../engine/compile.ts'
import type { CompiledPolicy } from '../../engine/compile.ts'
import { foldCase } from '../../engine/match/fold.ts'
import { isRestricted, restrictedNames } from '../../engine/restricted.ts'
import { worldOf } from '../../gate/world.ts'
import { policyFrom } from '../../policy/inline.ts'
import type { Surroundings } from '../context.ts'
import { FileUse } from '../file.ts'
import { describedFileSystem } from '../paths/file-system.ts'
import { compileProtected } from '../paths/protected.ts'
import { readOf } from './met.ts'
import { Present } from './present.ts'

const [ROOT, HOME, BEHIND] = ['/srv/project', '/srv/home', '/srv/elsewhere']
const TOOL = 'Bash'

/** Names that some disks take for one another, that are cut short, or stand in the list of secrets. */
const NAMES = `a b A secrets Secrets ſecrets .env .ENV .env.local .env. .env:x .env::$DATA x.pem x.PEM id_rsa .aws .ssh config
  credentials node_modules é e\u0301 \u00c9 stra\u00dfe strasse \u212aey key key1 Dockerfile tls.key -a x\\y [id] a\u200bb ab`
const names = fc.constantFrom(...NAMES.split(/\s+/), 'b ', 'a b', '.netrc ', 'id_rsa.')
const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((all) => all.join('/'))

const PIECES = `a b A secrets .env .env.* *.pem *.key id_* * ** ? [ab] [!a] {a,b} {.env,secrets/*} a*b *e* é e\u0301 straße ſecrets
  key? node_modules config [id] \\[id] .*`
const pieces = fc.array(fc.constantFrom(...PIECES.split(/\s+/)), { minLength: 1, maxLength: 3 })
const BEGINNINGS = ['', './', '/', '//', '~/', '**/', '../', '/srv/', `${ROOT}/`, `${BEHIND}/`]
const rules = fc
  .tuple(fc.constantFrom(...BEGINNINGS), pieces, fc.constantFrom('', '', '/', '/**', '/*', '/*/*'))
  .map(([begins, parts, ends]) => `read(${begins}${parts.join('/')}${ends})`)

interface Situation {
  readonly rules: readonly string[]
  readonly added: readonly string[]
  readonly files: readonly string[]
  readonly excepted: readonly string[]
  readonly start: string
  readonly caseInsensitive: boolean
}

const situations: fc.Arbitrary<Situation> = fc.record({
  rules: fc.array(fc.oneof({ weight: 12, arbitrary: rules }, { weight: 1, arbitrary: fc.constant('read') }), {
    maxLength: 4,
  }),
  added: fc.array(rules, { maxLength: 2 }),
  files: fc.array(paths, { minLength: 1, maxLength: 12 }),
  excepted: fc.subarray(['.env', '.aws/config', 'a/.env', '*.pem', '.aws/[!c]*', `${ROOT}/secrets/`]),
  start: fc.constantFrom('.', './', 'a', 'link', 'link/a', '..', '/', '/srv'),
  caseInsensitive: fc.boolean(),
})

test('law: a search meets every file that a rule or the list of secrets is about', () => {
  let told = 0
  fc.assert(
    fc.property(situations, (situation) => {
      const compiled = compiledFor(situation)
      fc.pre(compiled !== undefined)
      const { files, context } = surroundings(situation, compiled)
      const use = new FileUse('read', situation.start, 0, ROOT)
      use.reach = 'tree'
      const held = new Present(context, TOOL).holds(use, { shown: true, searched: true })
      const met = new Set(held.files.map((effect) => (effect.type === 'unknown' ? effect.why : effect.path)))
      const expected = files.filter(({ path, real }) => isTold(path, real, context))
      told += expected.length
      expect(held.isWhole).toBe(true)
      for (const { path } of expected) expect(met, `${path} beside ${situation.rules}`).toContain(path)
    }),
    { numRuns: 1500 },
  )
  // Otherwise nothing was tried.
  expect(told).toBeGreaterThan(1500)
})

function compiledFor({ rules: deny, added, caseInsensitive }: Situation): CompiledPolicy | undefined {
  const fs = describedFileSystem({ caseInsensitive, symlinks: { [`${ROOT}/link`]: BEHIND } })
  try {
    const around = { cwd: ROOT, root: ROOT, home: HOME, tools: [] }
    const compiled = compile(policyFrom({ deny }, around), worldOf({ root: ROOT, home: HOME, fs }))
    // Some rules come after the names were first asked for.
    restrictedNames(compiled)
    for (const rule of policyFrom({ ask: added }, around).rules) compiled.rules.add(rule)
    return compiled
  } catch {
    return undefined
  }
}

/** The disk, and the files on it that the search may open: as the line would spell them, and where they are. */
function surroundings({ files, excepted, start, caseInsensitive }: Situation, compiled: CompiledPolicy) {
  const all = [...new Set(files.map((name, at) => `${at % 3 === 0 ? BEHIND : ROOT}/${name}`))].filter(
    // What one of them takes for a folder is no file, in any letters.
    (one, _, others) => !others.some((other) => foldCase(other).startsWith(`${foldCase(one)}/`)),
  )
  const fs = describedFileSystem({ files: all, caseInsensitive, symlinks: { [`${ROOT}/link`]: BEHIND } })
  const context: Surroundings = {
    root: ROOT,
    home: HOME,
    fs,
    mode: 'default',
    workingDirectories: [{ path: ROOT, real: ROOT }],
    protectedPaths: compileProtected({ remove: excepted }),
    restricts: (access, tool) => isRestricted(compiled, access, tool),
    restrictedNames: () => restrictedNames(compiled),
    tools: new Map(),
  }
  const [from, real] = PLACES[start] as readonly [string, string]
  const below = all.filter((one) => one.startsWith(`${real}/`))
  return { context, files: below.map((one) => ({ path: from + one.slice(real.length), real: one })) }
}

const PLACES: Readonly<Record<string, readonly [path: string, real: string]>> = {
  '.': [ROOT, ROOT],
  './': [ROOT, ROOT],
  a: [`${ROOT}/a`, `${ROOT}/a`],
  link: [`${ROOT}/link`, BEHIND],
  'link/a': [`${ROOT}/link/a`, `${BEHIND}/a`],
  '..': ['/srv', '/srv'],
  '/': ['', ''],
  '/srv': ['/srv', '/srv'],
}

function isTold(path: string, real: string, context: Surroundings): boolean {
  const { protectedPaths, restricts, root, home, fs } = context
  if (restricts?.(readOf(path, real), TOOL) === true) return true
  if (real.includes('/node_modules/')) return false
  return protectedPaths.secretRead(path, real, { root, home, caseInsensitive: fs.caseInsensitive }) !== undefined
}

describe('the top of the disk', () => {
  test('a search from there meets a rule about a file in it', () => {
    const situation = { rules: ['read(/srv/x/y)'], added: [], excepted: [], start: '/', caseInsensitive: false }
    const compiled = compiledFor({ ...situation, files: [] }) as CompiledPolicy
    const { context } = surroundings({ ...situation, files: ['../x/y'] }, compiled)
    const fs = describedFileSystem({ files: ['/srv/x/y'] })
    const use = new FileUse('read', '/', 0, ROOT)
    use.reach = 'tree'
    const held = new Present({ ...context, fs }, TOOL).holds(use, { shown: true, searched: true })
    expect(held.files.map((effect) => effect.type === 'read' && effect.path)).toEqual(['/srv/x/y'])
  })
})
