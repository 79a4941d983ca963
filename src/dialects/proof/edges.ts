/** Part of proving exports and imports: texts near the edges of one rule: commands, paths, hosts, tools. */

import type { Surroundings } from '../dialect.ts'
import type { Subject } from '../export/subject.ts'
import { ANY_LINE, ANY_PROGRAM, AROUND, BEHIND, RESPELLED } from './hostile.ts'

export function* commands(subject: Subject, words: readonly string[]): Generator<string> {
  if (subject.about === 'command') yield* commandsOf(subject.pattern.words, words)
  if (!isAnyCommand(subject)) return
  yield* ANY_LINE
  for (const program of ANY_PROGRAM) yield* commandsOf([program], words)
}

export function isAnyCommand(subject: Subject): boolean {
  if (subject.about === 'everything') return true
  return (subject.about === 'kind' || subject.about === 'tool') && subject.kind === 'shell'
}

function* commandsOf(pattern: readonly string[], words: readonly string[]): Generator<string> {
  const [program = '', ...rest] = pattern.map((word) => word.replaceAll('*', 'x'))
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

/** Words from restrictions, to be used as arguments of allowed commands. */
export function literals(subjects: readonly Subject[]): string[] {
  const found = new Set<string>()
  for (const subject of subjects) {
    if (subject.about === 'command') for (const word of subject.pattern.words) found.add(word.replaceAll('*', 'x'))
    if (subject.about === 'path') found.add(example(subject.path))
    if (subject.about === 'url' && 'name' in subject.url.host) found.add(`https://${subject.url.host.name}/`)
  }
  return [...found].slice(0, 40)
}

/** Files that our built-in checks examine, to be placed where something is allowed. */
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

export function* paths(subject: Subject): Generator<string> {
  if (subject.about !== 'path') return
  const path = example(subject.path)
  yield path
  yield `sub/${path.replace(/^\/+/u, '')}`
  yield `${path}x`
  yield `${path}/below`
  yield path.replace(/[^/]*$/u, 'other')
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/') + 1))
  for (const name of CHECKED) yield `${folder}${name}`
}

/** The folders that contain a matching path, below the top. */
export function* foldersAround(subject: Subject): Generator<string> {
  if (subject.about !== 'path') return
  let folder = example(subject.path)
  while (folder.lastIndexOf('/') > 0) yield (folder = folder.slice(0, folder.lastIndexOf('/')))
}

/** Commands that affect everything in a folder while naming only the folder. */
export function emptying(folder: string): readonly string[] {
  return [`rm -rf ${folder}`, `mv ${folder} y`, `cp -r x ${folder}`]
}

/** A path that matches a pattern. */
export function example(pattern: string): string {
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

export function spellings(path: string, { root, home }: Surroundings): string[] {
  if (path.startsWith('~/')) return [path, `${home}${path.slice(1)}`]
  if (path.startsWith('/')) return [path, `/x/..${path}`]
  const bare = path.replace(/^(?:\.\/)+/u, '')
  return [bare, `./${bare}`, `${root}/${bare}`, `sub/../${bare}`, `../${bare}`, bare.toUpperCase()]
}

export function* hosts(subject: Subject): Generator<string> {
  if (subject.about !== 'url') return
  const { host } = subject.url
  const name = 'name' in host ? host.name : host.shape === 'labels' ? host.labels.join('.').replaceAll('*', 'x') : ''
  if (name === '') return
  yield* [name, `sub.${name}`, `a.b.${name}`, `${name}.evil.example`, `x${name}`, name.toUpperCase()]
}

export function isBelow(subject: Subject): boolean {
  return subject.about === 'url' && subject.url.host.shape === 'below'
}

export function urls(host: string): string[] {
  return [
    `https://${host}/`,
    `http://${host}/`,
    `https://${host}/a/b?c`,
    `https://${host}:8443/`,
    `https://${host}@evil.example/`,
  ]
}

export function* tools(subject: Subject): Generator<string> {
  if (subject.about === 'tool' && subject.kind === 'other') yield* [subject.tool.replace('*', ''), `${subject.tool}x`]
  if (subject.about !== 'mcp' || subject.server === undefined) return
  const tool = (subject.tool ?? 'any_tool').replace('*', 'x')
  yield* [`mcp__${subject.server}__${tool}`, `mcp__${subject.server}__${tool}2`, `mcp__${subject.server}2__${tool}`]
}
