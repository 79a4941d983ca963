/**
 * One policy, as read from one place. This module reads it from an object; `document.ts` reads it from text and knows
 * lines.
 *
 * INVARIANT: a document with errors says so in `broken`; what could be read is kept, so that its denies still count.
 */

import type { Mode } from '../engine/mode.ts'
import type { ToolFilter } from '../engine/policy.ts'
import type { Behavior, Layer, Rule, Source } from '../engine/rule.ts'
import { directoryProblem } from './directory.ts'
import { Page } from './page.ts'
import { below, describeBroken } from './problem.ts'
import type { Problem } from './problem.ts'
import { readKinds, readRules } from './rules.ts'
import { POLICY } from './schema.ts'
import type { Lock } from './schema.ts'
import { check, isMapping } from './shape.ts'
import { Lexicon } from './lexicon.ts'
import type { Known } from './lexicon.ts'
import { pathProblem } from './pattern-problem.ts'
import { serverProblem } from './server-name.ts'

/** Something that a policy says, with its place. */
export interface Said<T> {
  readonly value: T
  readonly source: Source
}

export interface PolicyDocument {
  readonly layer: Layer
  readonly file: string
  /** The folder it comes from, if that is not the project but a folder around it: then it only restricts. */
  readonly around?: string | undefined
  /**
   * The file or folder that lets everybody on this machine change it, if there is one: then its layer only restricts.
   */
  readonly anyones?: string | undefined
  /** Includes `kinds`, as rules on the bare kind. */
  readonly rules: readonly Rule[]
  readonly mode?: Said<Mode> | undefined
  readonly otherwise?: Said<Behavior> | undefined
  readonly enforce?: Said<boolean> | undefined
  readonly tools?: ToolFilter | undefined
  readonly workingDirectories: readonly Said<string>[]
  readonly locked: readonly Lock[]
  readonly protectedPaths: { readonly add: readonly string[]; readonly remove: readonly Said<string>[] }
  /** MCP servers that are believed about their tools. */
  readonly trustedServers: readonly Said<string>[]
  /** Why nothing may be allowed while this document is in force. */
  readonly broken?: string | undefined
}

export interface ReadPolicy {
  /** Absent if nothing at all could be read. */
  readonly document?: PolicyDocument
  readonly problems: readonly Problem[]
}

/** Reads a policy from an object. Never throws. */
export function readPolicyObject(value: unknown, layer: Layer, known: Known = {}): ReadPolicy {
  const page = new Page({ file: 'policy', layer }, () => undefined)
  try {
    return readPage(value, page, known)
  } catch (error) {
    page.error('', { message: `cannot be read: ${error instanceof Error ? error.message : 'looking at it threw'}` })
    return { problems: page.problems }
  }
}

/** Reads everything a policy says, and reports everything wrong with it, once its text has become a value. */
export function readPage(value: unknown, page: Page, known: Known): ReadPolicy {
  const said = value ?? {}
  check(POLICY, said, '', ({ path, ...complaint }) => page.error(path, complaint))
  if (!isMapping(said)) return { problems: page.problems }
  const lexicon = new Lexicon(known)
  const document = {
    layer: page.origin.layer,
    file: page.origin.file,
    rules: [...readRules(said, page, lexicon), ...readKinds(said['kinds'], page)],
    mode: readSetting<Mode>(said, 'mode', page),
    otherwise: readSetting<Behavior>(said, 'otherwise', page),
    enforce: readSetting<boolean>(said, 'enforce', page),
    tools: readTools(said['tools'], page, lexicon),
    workingDirectories: readDirectories(said['workingDirectories'], page),
    locked: readLocks(said['locked'], page),
    protectedPaths: readProtectedPaths(said['protectedPaths'], page, lexicon),
    trustedServers: readTrustedServers(said['mcp'], page),
  }
  const { problems } = page
  return { document: { ...document, broken: describeBroken(problems) }, problems }
}

function readSetting<T>(value: Readonly<Record<string, unknown>>, name: string, page: Page): Said<T> | undefined {
  const set = Object.hasOwn(value, name) ? value[name] : undefined
  if (set === undefined || !page.isSound(name)) return undefined
  return { value: set as T, source: page.source(name) }
}

function readTools(value: unknown, page: Page, lexicon: Lexicon): ToolFilter | undefined {
  if (!isMapping(value)) return undefined
  const names = (list: 'allowed' | 'disallowed') =>
    readTexts(value[list], `tools.${list}`, page).map(({ value: name }, index) => {
      const problem = lexicon.filteredTool(name)
      if (problem !== undefined) page.warn(below(`tools.${list}`, index), problem)
      return name
    })
  return { allowed: names('allowed'), disallowed: names('disallowed') }
}

function readDirectories(value: unknown, page: Page): Said<string>[] {
  return readTexts(value, 'workingDirectories', page).filter((directory, index) => {
    const message = directoryProblem(directory.value, page.origin.layer)
    if (message !== undefined) page.error(below('workingDirectories', index), { message })
    return message === undefined
  })
}

function readLocks(value: unknown, page: Page): Lock[] {
  const locks = readTexts(value, 'locked', page).map((lock) => lock.value as Lock)
  if (locks.length === 0 || page.origin.layer === 'managed') return locks
  page.error('locked', { message: 'only the managed policy can lock settings', key: true })
  return []
}

function readProtectedPaths(value: unknown, page: Page, lexicon: Lexicon): PolicyDocument['protectedPaths'] {
  if (!isMapping(value)) return { add: [], remove: [] }
  const paths = (list: 'add' | 'remove') =>
    readTexts(value[list], `protectedPaths.${list}`, page).filter((path, index) => {
      const message = lexicon.alternatives(path.value) ?? pathProblem(path.value)
      if (message !== undefined) page.error(below(`protectedPaths.${list}`, index), { message })
      return message === undefined
    })
  const [add, remove] = [paths('add'), paths('remove')]
  const { layer } = page.origin
  if (remove.length === 0 || layer === 'managed' || layer === 'user')
    return { add: add.map((path) => path.value), remove }
  const message = 'only the managed and the user policy can give up protected paths; this is ignored'
  page.warn('protectedPaths.remove', { message, key: true })
  return { add: add.map((path) => path.value), remove: [] }
}

function readTrustedServers(value: unknown, page: Page): Said<string>[] {
  if (!isMapping(value)) return []
  return readTexts(value['trusted'], 'mcp.trusted', page).filter((server, index) => {
    const problem = serverProblem(server.value)
    if (problem !== undefined) page.error(below('mcp.trusted', index), problem)
    return problem === undefined
  })
}

/** The valid texts of a list. */
function readTexts(value: unknown, path: string, page: Page): Said<string>[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown, index) => {
    const at = below(path, index)
    return typeof item === 'string' && page.isSound(at) ? [{ value: item, source: page.source(at) }] : []
  })
}
