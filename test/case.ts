/** Part of the tests: a case of `spec/cases` or `spec/attacks`, and the engine it describes. The format is told in `spec/README.md`. */

import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { createEngine } from '../src/index.ts'
import type { Behavior, Call, CheckAnswer, CustomTool, Engine, Input, Layer, Policy, Rule } from '../src/index.ts'
import { describedFileSystem } from '../src/effects/paths/file-system.ts'
import type { DescribedDisk } from '../src/effects/paths/file-system.ts'
import { policyFrom } from '../src/policy/inline.ts'
import type { PolicyInput } from '../src/policy/inline.ts'
import { gitIndex } from './git-index.ts'
import { mergeLayers } from '../src/policy/layers.ts'
import { readPolicyObject } from '../src/policy/object.ts'

export interface ToolCase {
  readonly kind?: CustomTool['kind']
  readonly readOnly?: boolean | Readonly<Record<string, readonly unknown[]>>
  readonly check?: CheckCase
  /** The field whose value a specifier is a prefix of; `throws` is a matcher that fails. */
  readonly match?: string
  readonly suggest?: readonly string[]
}

interface CheckCase {
  readonly when?: Readonly<Record<string, string>>
  readonly says?: Exclude<CheckAnswer['says'], 'pass'>
  readonly why?: string
  readonly throws?: true
  readonly later?: true
  readonly returns?: unknown
}

export interface Expected {
  readonly behavior?: Behavior
  readonly not?: Behavior
  readonly code?: string
  readonly rule?: string
  readonly safety?: boolean
  readonly reason?: string
  readonly enforced?: boolean
  readonly suggests?: readonly (readonly string[])[]
  readonly offers?: readonly (readonly string[])[]
  readonly 'never-offers'?: readonly string[]
  readonly lasts?: readonly string[]
  readonly visible?: readonly string[]
}

export interface Case {
  readonly name: string
  readonly file: string
  readonly source: string
  readonly mode?: PolicyInput['mode']
  readonly policy?: PolicyInput
  readonly layers?: Readonly<Partial<Record<Layer, unknown>>>
  readonly trusted?: boolean
  readonly answers?: Readonly<Partial<Record<Behavior, readonly string[]>>>
  /** Whose command it is; unsaid, nobody's. */
  readonly agent?: string
  readonly root?: string
  readonly home?: string
  readonly cwd?: string
  readonly fs?: DescribedDisk & { readonly tracked?: readonly string[] }
  readonly tools?: Readonly<Record<string, ToolCase>>
  readonly now?: string
  readonly async?: true
  readonly call?: Call
  readonly command?: string
  readonly repeat?: { readonly text: string; readonly times: number; readonly then: string }
  readonly read?: string
  readonly write?: string
  readonly url?: string
  readonly list?: readonly string[]
  readonly expect: Behavior | 'not-allow' | Expected
}

const FOLDER = new URL('../spec/cases/', import.meta.url)

/** Every case of every file, with the file's defaults filled in. */
export function readCases(): readonly Case[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => {
      const { defaults = {}, cases } = parse(readFileSync(new URL(file, FOLDER), 'utf8')) as {
        readonly defaults?: Partial<Case>
        readonly cases: readonly Case[]
      }
      return cases.map((one) => ({ ...withoutOtherCall(defaults, one), ...one, file }))
    })
}

const CALLS = ['call', 'command', 'read', 'write', 'url'] as const

/** A case that says itself what is called does not inherit another way of saying it. */
function withoutOtherCall(defaults: Partial<Case>, one: Case): Partial<Case> {
  if (CALLS.every((name) => one[name] === undefined)) return defaults
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !(CALLS as readonly string[]).includes(name)))
}

/** `not-allow` is the bar for what no reading can be sure of. */
export function expectedOf({ expect }: Case): Expected {
  if (expect === 'not-allow') return { not: 'allow' }
  return typeof expect === 'string' ? { behavior: expect } : expect
}

export function callOf(one: Case): Call {
  const { command, read, write, url, repeat } = one
  if (one.call !== undefined) return one.call
  if (command !== undefined) {
    const more = repeat === undefined ? '' : repeat.text.repeat(repeat.times) + repeat.then
    return {
      ...(one.agent === undefined ? {} : { agent: one.agent }),
      tool: 'Bash',
      input: { command: command + more },
    }
  }
  if (read !== undefined) return { tool: 'Read', input: { file_path: read } }
  if (write !== undefined) return { tool: 'Write', input: { file_path: write, content: 'x' } }
  if (url !== undefined) return { tool: 'WebFetch', input: { url, prompt: 'x' } }
  throw new Error(`${one.name} says nothing of what is called`)
}

export function engineOf(one: Case): Engine {
  const root = one.root ?? '/srv/project'
  const home = one.home ?? '/home/user'
  const cwd = one.cwd ?? root
  const tools = Object.entries(one.tools ?? {}).map(([name, tool]) => customTool(name, tool))
  const now = Date.parse(one.now ?? '2026-06-01T00:00:00Z')
  return createEngine({
    policy: policyOf(one, { cwd, root, home }),
    cwd,
    root,
    home,
    tools,
    now: () => now,
    ...(one.fs === undefined ? {} : { fs: describedFileSystem(diskOf(one.fs, root)) }),
  })
}

/** With the index of a repository at the root, if it says what is tracked there. */
function diskOf({ tracked, ...disk }: NonNullable<Case['fs']>, root: string): DescribedDisk {
  if (tracked === undefined) return disk
  const index = `${root}/.git/index`
  return { ...disk, files: [...(disk.files ?? []), index], contents: { ...disk.contents, [index]: gitIndex(tracked) } }
}

function policyOf(one: Case, place: { cwd: string; root: string; home: string }): Policy {
  const tools = Object.keys(one.tools ?? {})
  const policy =
    one.layers === undefined
      ? policyFrom({ ...one.policy, ...mode(one) }, { ...place, tools })
      : mergeLayers(documentsOf(one, tools), { ...place, trusted: one.trusted === true }).policy
  const answers = Object.entries(one.answers ?? {}).flatMap(([behavior, texts]) =>
    texts.map((rule): Rule => ({ behavior: behavior as Behavior, rule, source: { layer: 'session' } })),
  )
  return { ...policy, answers }
}

function mode(one: Case): Pick<PolicyInput, 'mode'> {
  return one.mode === undefined ? {} : { mode: one.mode }
}

function documentsOf(one: Case, tools: readonly string[]) {
  return Object.entries(one.layers ?? {}).map(([layer, value]) => {
    const { document, problems } = readPolicyObject(value, layer as Layer, { tools: new Set(tools) })
    if (document === undefined) throw new Error(`${one.name}: ${problems.map((problem) => problem.message).join('; ')}`)
    return document
  })
}

function customTool(name: string, tool: ToolCase): CustomTool {
  const { kind, readOnly, check, match, suggest } = tool
  return {
    name,
    ...(kind === undefined ? {} : { kind }),
    ...(readOnly === undefined
      ? {}
      : { readOnly: typeof readOnly === 'boolean' ? readOnly : (input: Input) => isAmong(readOnly, input) }),
    ...(check === undefined ? {} : { check: (input: Input) => answerOf(check, input) }),
    ...(match === undefined ? {} : { match: (specifier: string, input: Input) => matchOf(match, specifier, input) }),
    ...(suggest === undefined ? {} : { suggest: () => suggest }),
  }
}

function isAmong(wanted: Readonly<Record<string, readonly unknown[]>>, input: Input): boolean {
  return Object.entries(wanted).every(([field, values]) => values.includes(input[field]))
}

function answerOf(check: CheckCase, input: Input): CheckAnswer | Promise<CheckAnswer> {
  if (check.throws === true) throw new Error('made to fail')
  if (check.returns !== undefined) return check.returns as CheckAnswer
  const meant = Object.entries(check.when ?? {}).every(([field, value]) => {
    const text = String(input[field])
    return value.endsWith('*') ? text.startsWith(value.slice(0, -1)) : text === value
  })
  const answer: CheckAnswer =
    meant && check.says !== undefined ? { says: check.says, why: check.why ?? '' } : { says: 'pass' }
  return check.later === true ? Promise.resolve(answer) : answer
}

function matchOf(field: string, specifier: string, input: Input): boolean {
  if (field === 'throws') throw new Error('made to fail')
  return String(input[field]).startsWith(specifier)
}
