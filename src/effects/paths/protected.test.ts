import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FileAccess } from '../../engine/effect.ts'
import { PatternError } from '../../engine/match/glob.ts'
import { compilePath } from '../../engine/match/path.ts'
import { splitRule } from '../../engine/rule.ts'
import { compileProtected } from './protected.ts'
import { describedFileSystem } from './file-system.ts'
import { locate } from './locate.ts'
import type { DescribedDisk, Place } from './file-system.ts'

const CONTEXT = { home: '/home/user', root: '/srv/project', caseInsensitive: false }
const BUILT_IN = compileProtected()
const write = (path: string, real = path, more = {}) => BUILT_IN.protectedWrite(path, real, { ...CONTEXT, ...more })
const read = (path: string, real = path) => BUILT_IN.secretRead(path, real, CONTEXT)

describe('writing', () => {
  test.each([
    ['/srv/project/.bashrc', 'shell-config'],
    ['/etc/profile.d/x.sh', 'shell-config'],
    ['/srv/project/.git', 'git-config'],
    ['/srv/project/sub/.git/hooks/x', 'git-config'],
    ['/home/user/.config/git/config', 'git-config'],
    ['/home/user/.ssh/known_hosts.d/x', 'ssh'],
    ['/srv/project/id_ed25519', 'ssh'],
    ['/srv/project/.env', 'credentials'],
    ['/srv/project/.env.production.local', 'credentials'],
    ['/home/user/.docker/config.json', 'credentials'],
    ['/home/user/.kube/config', 'credentials'],
    ['/srv/project/.vscode/launch.json', 'editor-config'],
    ['/srv/project/x.code-workspace', 'editor-config'],
    ['/srv/project/.claude/settings.json', 'agent-config'],
    ['/srv/project/.mcp.json', 'agent-config'],
    ['/srv/project/.github/copilot-instructions.md', 'agent-config'],
    ['/srv/project/.github/workflows/ci.yml', 'ci'],
    ['/srv/project/.yarnrc.yml', 'package-manager'],
    ['/srv/project/gradle/wrapper/gradle-wrapper.properties', 'package-manager'],
    ['/home/user/Library/LaunchAgents/x.plist', 'autostart'],
    ['/etc/cron.d/x', 'autostart'],
    ['/etc/sudoers.d/x', 'system-access'],
    ['/srv/project/countersign.yaml', 'countersign'],
    ['/home/user/.config/countersign/policy.yaml', 'countersign'],
    ['/etc/countersign/managed.yaml', 'countersign'],
  ])('%s is %s, and the sentence names it', (path, category) => {
    expect(write(path)).toMatchObject({ category, why: expect.stringContaining(path) as unknown })
  })

  test.each([
    '/srv/project/.gitignore',
    '/srv/project/.gitattributes',
    '/srv/project/docs/bashrc.md',
    '/srv/project/x.git/readme.md',
    '/srv/project/.github-notes.md',
    '/srv/project/.github/ISSUE_TEMPLATE/bug.md',
    '/srv/project/src/.gitkeep',
    '/srv/project/.envoy/config.yaml',
    '/srv/project/.env.example',
    '/srv/project/.env/bin/activate',
    '/srv/project/.claudeignore',
    '/srv/project/AGENTS.md',
    '/srv/project/src/aws/credentials.ts',
    '/srv/project/etc/passwd',
    '/srv/project/.BASHRC',
    '/srv/project/config',
    '/srv/project/id_rsa.pub',
    '/',
  ])('%s only looks like a protected path', (path) => {
    expect(write(path)).toBeUndefined()
  })

  test.each([
    '/srv/project/.git\u200c/config',
    '/srv/project/.git::$INDEX_ALLOCATION/config',
    '/srv/project/.env::$DATA',
    '/srv/project/.git./config',
    '/srv/project/.git /config',
    '/srv/project/git~1/config',
    'C:/srv/project/.GIT/config',
  ])('%j is protected: some disk takes it for a protected path', (path) => {
    expect(write(path)).toBeDefined()
  })

  test('on a disk that ignores case, so does the protection', () => {
    expect(write('/srv/project/.BASHRC', undefined, { caseInsensitive: true })).toBeDefined()
    expect(write('/home/user/library/launchagents/x', undefined, { caseInsensitive: true })).toBeDefined()
    expect(write('/srv/project/.\u017fsh/x', undefined, { caseInsensitive: true })).toBeDefined()
  })

  test('a link to a protected file is protected', () => {
    expect(write('/srv/project/notes.txt', '/home/user/.bashrc')).toMatchObject({ category: 'shell-config' })
  })

  test('a tree that holds a protected path is one', () => {
    expect(write('/srv/project/.github')).toBeUndefined()
    expect(write('/srv/project/.github', undefined, { tree: true })).toBeDefined()
    expect(write('/home/user/.config', undefined, { tree: true })).toBeDefined()
    expect(write('/srv/project/src', undefined, { tree: true })).toBeUndefined()
    expect(write('/home/user/.config', undefined, { tree: true })?.why ?? '').toContain('which may hold ')
    expect(write('/home/user/.ssh', undefined, { tree: true })?.why ?? '').not.toContain('which may hold ')
  })
})

describe('reading', () => {
  test.each([
    '/home/user/.ssh/id_rsa',
    '/home/user/.ssh/config',
    '/home/user/.aws/credentials',
    '/srv/project/.env',
    '/srv/project/.env.local',
    '/home/user/.npmrc',
    '/etc/shadow',
    '/etc/ssh/ssh_host_rsa_key',
    '/proc/self/environ',
    '/proc/17/environ',
    '/proc/self/task/12/environ',
    '/proc/self/task/12/mem',
    '/home/user/Library/Keychains/login.keychain-db',
    '/srv/project/release.keystore',
    '/home/user/.bash_history',
    '/home/user/.claude/.credentials.json',
  ])('%s is a secret', (path) => {
    expect(read(path)).toBeDefined()
  })

  test.each([
    '/home/user/.ssh/id_rsa.pub',
    '/home/user/.ssh/known_hosts',
    '/srv/project/.env.example',
    '/srv/project/.env.sample',
    '/srv/project/.env.template',
    '/srv/project/docs/.env.md',
    '/srv/project/.env.local.example',
    '/srv/project/.npmrc',
    '/srv/project/.git/config',
    '/etc/passwd',
    '/etc/os-release',
    '/proc/cpuinfo',
    '/srv/project/.vscode/settings.json',
    '/srv/project/src/environ',
  ])('%s is not a secret', (path) => {
    expect(read(path)).toBeUndefined()
  })
})

describe('removing', () => {
  test.each(['/', '/etc', '/home', '/home/user', '/srv', '/srv/project', 'C:/', 'C:/Windows'])(
    '%s is critical',
    (path) => {
      expect(BUILT_IN.criticalRemoval(path, path, CONTEXT)).toMatchObject({ category: 'critical-path' })
    },
  )

  test.each(['/srv/project/src', '/home/user/x', '/srv/project2', '/tmp/x', '/home/user2'])('%s is not', (path) => {
    expect(BUILT_IN.criticalRemoval(path, path, CONTEXT)).toBeUndefined()
  })

  test('a link to a critical folder is critical', () => {
    expect(BUILT_IN.criticalRemoval('/srv/project/x', '/home/user', CONTEXT)).toBeDefined()
  })
})

describe('what a policy changes', () => {
  test('it can add paths', () => {
    const own = compileProtected({ add: ['infra/', '*.tfstate', '/opt/x', '~/notes/**', '{a,b}.lock'] })
    for (const path of [
      '/srv/project/infra/a',
      '/x/y.tfstate',
      '/opt/x',
      '/home/user/notes/a',
      '/srv/project/b.lock',
      '/a/.bashrc',
    ]) {
      expect(own.protectedWrite(path, path, CONTEXT)).toBeDefined()
    }
    expect(own.protectedWrite('/srv/opt/x', '/srv/opt/x', CONTEXT)).toBeUndefined()
    expect(() => compileProtected({ add: ['['] })).toThrow(PatternError)
  })

  test('it can give up entries, categories and single paths, and nothing else with them', () => {
    const own = compileProtected({ remove: ['.vscode', 'ci', '.claude/skills/', '.env.test'] })
    const check = (path: string) => own.protectedWrite(path, path, CONTEXT)
    expect(check('/srv/project/.vscode/settings.json')).toBeUndefined()
    expect(check('/srv/project/.github/workflows/ci.yml')).toBeUndefined()
    expect(check('/srv/project/.claude/skills/x.md')).toBeUndefined()
    expect(check('/srv/project/.env.test')).toBeUndefined()
    expect(check('/srv/project/.vscode/.env')).toBeDefined()
    expect(check('/srv/project/.claude/settings.json')).toBeDefined()
    expect(check('/srv/project/.env')).toBeDefined()
  })

  test('it cannot give up Countersign’s own files', () => {
    const own = compileProtected({
      remove: [
        'countersign',
        'countersign.yaml',
        '.countersign/',
        '/srv/',
        'countersign-program',
        'node_modules/countersign/',
      ],
    })
    const program = '/srv/project/node_modules/countersign/bin/countersign-hook'
    expect(own.protectedWrite(program, program, CONTEXT)).toMatchObject({ category: 'countersign-program' })
    for (const path of [
      '/srv/project/countersign.yaml',
      '/srv/project/.countersign/x',
      '/srv/project/.git/.countersign/x',
    ]) {
      expect(own.protectedWrite(path, path, CONTEXT)).toMatchObject({ category: 'countersign' })
    }
  })
})

interface Line {
  id: string
  class: string
  rules: { allow?: string[]; deny?: string[] }
  mode: string
  cwd: string
  home: string
  call: { tool: string; input: { file_path?: unknown } }
  fs?: DescribedDisk
  workingDirectories?: string[]
  expect: 'allow' | 'ask' | 'deny' | 'not-allow'
  why: string
  spec: string
  strength: string
}
const corpus = new URL('../../../spec/corpus/paths.jsonl', import.meta.url)
const lines = readFileSync(corpus, 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text) as Line)
  .filter(
    ({ call, spec, mode }) => ['Read', 'Write', 'Edit'].includes(call.tool) && spec !== 'claude' && mode === 'default',
  )

test('the corpus has file calls', () => {
  expect(lines.length).toBeGreaterThan(100)
})

test.each(lines.map((line) => [line.id, `${line.class}: ${line.why}`, line] as const))(
  'corpus %s, %s',
  (_, __, line) => {
    const verdict = decide(line)
    if (line.expect === 'not-allow') expect(verdict).not.toBe('allow')
    else expect(verdict).toBe(line.expect)
  },
)

/** Deny, then the built-in protection, then allow, over one file. */
function decide({ rules, cwd, home, call, fs }: Line): string {
  const place: Place = { cwd, home, fs: describedFileSystem(fs ?? {}) }
  const text = call.input.file_path
  const found = typeof text === 'string' ? locate(text, place) : { ok: false as const }
  if (!found.ok) return 'ask'
  const type = call.tool === 'Read' ? 'read' : 'write'
  const access: FileAccess = { ...found, type, reach: 'exact', certain: true, harmless: false, of: 0 }
  const { caseInsensitive } = place.fs
  const specifiers = (texts: string[] = []) =>
    texts.map(splitRule).filter((rule) => rule?.tool === call.tool || rule?.tool === 'Edit')
  const matches = (texts: string[] | undefined, test: (pattern: ReturnType<typeof compilePath>) => boolean) =>
    specifiers(texts).some(
      (rule) =>
        rule?.specifier === undefined || test(compilePath(rule.specifier, { root: cwd, home, caseInsensitive })),
    )
  if (matches(rules.deny, (pattern) => pattern.restricts(access) > 0)) return 'deny'
  const context = { home, root: cwd, caseInsensitive }
  if (type === 'write' && BUILT_IN.protectedWrite(found.path, found.real, context)) return 'ask'
  return matches(rules.allow, (pattern) => pattern.permits(access)) ? 'allow' : 'ask'
}
