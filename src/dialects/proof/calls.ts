/**
 * Part of proving exports and imports: calls made from rules, near every edge of the rules. They are never run, only
 * decided.
 */

import type { Call } from '../../engine/call.ts'
import type { Rule } from '../../engine/rule.ts'
import type { Surroundings } from '../dialect.ts'
import { subjectOf } from '../export/subject.ts'
import type { Subject } from '../export/subject.ts'
import {
  commands,
  emptying,
  example,
  foldersAround,
  hosts,
  isAnyCommand,
  isBelow,
  literals,
  paths,
  spellings,
  tools,
  urls,
} from './edges.ts'
import { COMMON, FILES, HOSTS } from './hostile.ts'

const MOST = 20_000
/** The limit on comparisons: both sides are asked about every call, and the other side checks every rule for it. */
const MOST_LOOKS = 2_500_000

const STRIDE = 17

type Made = readonly [tool: string, input: Readonly<Record<string, unknown>>]

/**
 * Each call once. `rules` are our rules, whichever side they come from.
 *
 * INVARIANT: if there are more calls than can be compared, every rule has its share, the last as much as the first.
 */
export function callsFor(rules: readonly Rule[], where: Surroundings): Call[] {
  const subjects = rules.flatMap((rule) => [rule.rule, ...(rule.except ?? [])].flatMap((text) => subjectOf(text) ?? []))
  const words = literals(subjects)
  const most = Math.min(MOST, Math.max(MOST / 8, Math.floor(MOST_LOOKS / Math.max(1, subjects.length))))
  const calls = new Map<string, Call>()
  const add = ([tool, input]: Made) => calls.set(`${tool} ${JSON.stringify(input)}`, { tool, input })
  for (const made of unrelated(where)) add(made)
  const enough = calls.size + most
  const edges = subjects.map((subject) => [...near(subject, words, where)])
  const longest = Math.max(0, ...edges.map(({ length }) => length))
  for (let round = 0; round < longest && calls.size < enough; round++)
    for (const [index, made] of edges.entries()) {
      const { length } = made
      // Neighbouring rules begin at different edges, so that each edge is used by some rule.
      const next = round === 0 ? made[0] : made[1 + ((index * STRIDE + round) % (length - 1))]
      if (round < length && next !== undefined && calls.size < enough) add(next)
    }
  return [...calls.values()]
}

/** Calls that have nothing to do with any rule. */
function* unrelated(where: Surroundings): Generator<Made> {
  for (const command of COMMON) yield shell(command)
  for (const command of emptying(where.root)) yield shell(command)
  for (const file of FILES) for (const path of spellings(file, where)) yield* readAndWritten(path)
  for (const host of HOSTS) for (const url of urls(host)) yield fetching(url)
  yield* OTHERS
}

/** The plainest calls that a rule is about. */
export function plainCallsOf(subject: Subject, where: Surroundings): Call[] {
  return [...plain(subject, where)].map(([tool, input]) => ({ tool, input }))
}

function* plain(subject: Subject, where: Surroundings): Generator<Made> {
  if (subject.about === 'command') {
    const command = subject.pattern.words.map((word) => word.replaceAll('*', 'x')).join(' ')
    yield* [shell(command), ...(subject.pattern.prefix ? [shell(`${command} x`)] : [])]
  }
  if (isAnyCommand(subject)) yield shell('make')
  if (subject.about === 'path') {
    const path = example(subject.path)
    const spelled = new Set([path, ...spellings(path, where).slice(0, 3)])
    for (const one of spelled) yield* fileOf(subject.kind, one)
    yield shell(subject.kind === 'read' ? `cat ${path}` : `echo x > ${path}`)
  }
  if (subject.about === 'kind' && (subject.kind === 'read' || subject.kind === 'write'))
    yield* fileOf(subject.kind, 'x')
  if (subject.about === 'kind' && subject.kind === 'url') yield* [fetching('https://example.com/'), SEARCH]
  for (const host of [...hosts(subject)].slice(...(isBelow(subject) ? [1, 2] : [0, 1])))
    yield* [...urls(host).slice(0, 4).map(fetching), shell(`curl https://${host}/`)]
  if (subject.about === 'tool') yield* BY_TOOL.filter(([tool]) => tool === subject.tool)
  for (const tool of [...tools(subject)].slice(0, 1)) yield [tool, {}]
}

/** Calls near the edges of one rule. */
function* near(subject: Subject, words: readonly string[], where: Surroundings): Generator<Made> {
  for (const command of commands(subject, words)) yield shell(command)
  for (const path of paths(subject)) {
    for (const spelled of spellings(path, where)) yield* readAndWritten(spelled)
    for (const command of [`cat ${path}`, `echo x > ${path}`, `cp ${path} y`, `rm ${path}`]) yield shell(command)
  }
  for (const folder of foldersAround(subject)) for (const command of emptying(folder)) yield shell(command)
  for (const host of hosts(subject)) {
    for (const url of urls(host)) {
      yield fetching(url)
      yield shell(`curl ${url}`)
    }
  }
  for (const tool of tools(subject)) {
    yield [tool, {}]
    yield [tool, { x: 1 }]
  }
}

function shell(command: string): Made {
  return ['Bash', { command }]
}

function fetching(url: string): Made {
  return ['WebFetch', { url, prompt: 'x' }]
}

const SEARCH: Made = ['WebSearch', { query: 'x' }]
const OTHERS: readonly Made[] = [
  SEARCH,
  ['Task', { subagent_type: 'general', description: 'x', prompt: 'x' }],
  ['mcp__github__get_me', {}],
  ['mcp__github__delete_repo', { repo: 'x' }],
  ['mcp__other__run', {}],
  // The second letter is Cyrillic.
  ['mcp__g\u0456thub__create_issue', {}],
  ['Skill', { skill: 'x' }],
  ['StrangeTool', { a: 1 }],
  ['Glob', { pattern: 'x' }],
  ['LS', { path: '.' }],
  ['MultiEdit', { file_path: 'x', edits: [{ old_string: 'a', new_string: 'b' }] }],
  ['NotebookEdit', { notebook_path: 'x.ipynb', new_source: 'x' }],
]

const BY_TOOL: readonly Made[] = [
  ...OTHERS,
  ...fileOf('read', 'x'),
  ...fileOf('write', 'x'),
  fetching('https://x.example/'),
]

function* readAndWritten(path: string): Generator<Made> {
  const [read, search] = fileOf('read', path) as [Made, Made]
  yield* [read, ...fileOf('write', path), search]
}

function fileOf(kind: 'read' | 'write', path: string): readonly Made[] {
  if (kind === 'read')
    return [
      ['Read', { file_path: path }],
      ['Grep', { pattern: 'x', path }],
    ]
  return [
    ['Write', { file_path: path, content: 'x' }],
    ['Edit', { file_path: path, old_string: 'a', new_string: 'b' }],
  ]
}
