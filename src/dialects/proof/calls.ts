/** Part of proving exports and imports: calls made from rules, near every edge the rules have. Never run, only decided. */

import type { Call } from '../../engine/call.ts'
import type { Rule } from '../../engine/rule.ts'
import type { Surroundings } from '../dialect.ts'
import { subjectOf } from '../subject.ts'
import type { Subject } from '../subject.ts'
import { AROUND, BEHIND, COMMON, FILES, HOSTS, RESPELLED } from './hostile.ts'

const MOST = 20_000

/** Each call once. `rules` are ours, whichever side they come from. */
export function callsFor(rules: readonly Rule[], { root, home }: Surroundings): Call[] {
  const subjects = rules.flatMap((rule) => [rule.rule, ...(rule.except ?? [])].flatMap((text) => subjectOf(text) ?? []))
  const words = literals(subjects)
  const calls = new Map<string, Call>()
  const add = (tool: string, input: Readonly<Record<string, unknown>>) => {
    if (calls.size < MOST) calls.set(`${tool} ${JSON.stringify(input)}`, { tool, input })
  }
  const shell = (command: string) => add('Bash', { command })
  for (const command of COMMON) shell(command)
  for (const file of FILES) for (const path of spellings(file, { root, home })) file3(add, path)
  for (const host of HOSTS) for (const url of urls(host)) add('WebFetch', { url, prompt: 'x' })
  for (const [tool, input] of OTHERS) add(tool, input)
  for (const command of commands(subjects, words)) shell(command)
  for (const path of paths(subjects)) {
    for (const spelled of spellings(path, { root, home })) file3(add, spelled)
    for (const command of [`cat ${path}`, `echo x > ${path}`, `cp ${path} y`, `rm ${path}`]) shell(command)
  }
  for (const host of hosts(subjects)) {
    for (const url of urls(host)) {
      add('WebFetch', { url, prompt: 'x' })
      shell(`curl ${url}`)
    }
  }
  for (const tool of tools(subjects)) {
    add(tool, {})
    add(tool, { x: 1 })
  }
  return [...calls.values()]
}

const OTHERS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['WebSearch', { query: 'x' }],
  ['Task', { subagent_type: 'general', description: 'x', prompt: 'x' }],
  ['mcp__github__get_me', {}],
  ['mcp__github__delete_repo', { repo: 'x' }],
  ['mcp__other__run', {}],
  // The second letter is Cyrillic.
  ['mcp__g\u0456thub__create_issue', {}],
  ['Skill', { skill: 'x' }],
  ['StrangeTool', { a: 1 }],
]

function* commands(subjects: readonly Subject[], words: readonly string[]): Generator<string> {
  for (const subject of subjects) {
    if (subject.about !== 'command') continue
    const [program = '', ...rest] = subject.pattern.words.map((word) => word.replaceAll('*', 'x'))
    const args = rest.map((word) => ` ${word}`).join('')
    const base = `${program}${args}`
    const shown = `${program}${rest.length === 0 ? ' x' : args}`
    for (const around of AROUND) {
      yield around.replace('%', () => base)
      yield around.replace('%', () => `${base} x`)
    }
    for (const behind of BEHIND) yield base + behind
    for (const word of words) yield `${base} ${word}`
    for (const respelled of RESPELLED) yield respelled(program, shown.slice(program.length))
    yield program
    yield `${program} other`
  }
}

/** What restrictions name, to stand as an argument of what is allowed. */
function literals(subjects: readonly Subject[]): string[] {
  const found = new Set<string>()
  for (const subject of subjects) {
    if (subject.about === 'command') for (const word of subject.pattern.words) found.add(word.replaceAll('*', 'x'))
    if (subject.about === 'path') found.add(example(subject.path))
    if (subject.about === 'url' && 'name' in subject.url.host) found.add(`https://${subject.url.host.name}/`)
  }
  return [...found].slice(0, 40)
}

/** What our built-in checks look at, to lie where something is allowed. */
const CHECKED = [
  '.env',
  '.git/config',
  '.bashrc',
  'id_rsa',
  'deep/.vscode/tasks.json',
  'Jenkinsfile',
  'countersign.yaml',
  'x.p12',
]

function* paths(subjects: readonly Subject[]): Generator<string> {
  for (const subject of subjects) {
    if (subject.about !== 'path') continue
    const path = example(subject.path)
    yield path
    yield `sub/${path.replace(/^\/+/u, '')}`
    yield `${path}x`
    yield `${path}/below`
    yield path.replace(/[^/]*$/u, 'other')
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/') + 1))
    for (const name of CHECKED) yield `${folder}${name}`
  }
}

/** A path that fits a pattern. */
function example(pattern: string): string {
  return pattern
    .replaceAll(/\{([^,{}]*),[^{}]*\}/gu, '$1')
    .replaceAll(/\[[!^]?(.)[^\]]*\]/gu, '$1')
    .replaceAll('**', 'deep/er')
    .replaceAll('*', 'x')
    .replaceAll('?', 'x')
    .replaceAll('\\', '')
    .replace(/^\/\//u, '/')
    .replace(/\/$/u, '/x')
}

function spellings(path: string, { root, home }: Surroundings): string[] {
  if (path.startsWith('~/')) return [path, `${home}${path.slice(1)}`]
  if (path.startsWith('/')) return [path, `/x/..${path}`]
  const bare = path.replace(/^(?:\.\/)+/u, '')
  return [bare, `./${bare}`, `${root}/${bare}`, `sub/../${bare}`, `../${bare}`, bare.toUpperCase()]
}

function file3(add: (tool: string, input: Readonly<Record<string, unknown>>) => void, path: string): void {
  add('Read', { file_path: path })
  add('Write', { file_path: path, content: 'x' })
  add('Edit', { file_path: path, old_string: 'a', new_string: 'b' })
  add('Grep', { pattern: 'x', path })
}

function* hosts(subjects: readonly Subject[]): Generator<string> {
  for (const subject of subjects) {
    if (subject.about !== 'url') continue
    const { host } = subject.url
    const name = 'name' in host ? host.name : host.shape === 'labels' ? host.labels.join('.').replaceAll('*', 'x') : ''
    if (name === '') continue
    yield* [name, `sub.${name}`, `a.b.${name}`, `${name}.evil.example`, `x${name}`, name.toUpperCase()]
  }
}

function urls(host: string): string[] {
  return [
    `https://${host}/`,
    `http://${host}/`,
    `https://${host}/a/b?c`,
    `https://${host}:8443/`,
    `https://${host}@evil.example/`,
  ]
}

function* tools(subjects: readonly Subject[]): Generator<string> {
  for (const subject of subjects) {
    if (subject.about === 'tool' && subject.kind === 'other') yield* [subject.tool.replace('*', ''), `${subject.tool}x`]
    if (subject.about !== 'mcp' || subject.server === undefined) continue
    const tool = (subject.tool ?? 'any_tool').replace('*', 'x')
    yield* [`mcp__${subject.server}__${tool}`, `mcp__${subject.server}__${tool}2`, `mcp__${subject.server}2__${tool}`]
  }
}
