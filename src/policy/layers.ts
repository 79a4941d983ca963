/**
 * Layers: merges all documents in force into one policy.
 *
 * INVARIANT: a document of a checkout that nobody has trusted, of a folder around the project, or that everybody on
 * this machine can change, can only take permissions away, never add one.
 */

import { EMPTY_POLICY } from '../engine/policy.ts'
import type { Policy } from '../engine/policy.ts'
import { LAYERS } from '../engine/rule.ts'
import type { Source } from '../engine/rule.ts'
import { absoluteDirectory } from './directory.ts'
import type { PolicyDocument, Said } from './object.ts'
import { describeBroken, quoted } from './problem.ts'
import type { Problem } from './problem.ts'
import type { Lock } from './schema.ts'
import { isTighter } from './strictness.ts'
import type { Settings } from './strictness.ts'

export interface MergeOptions {
  /** The user trusts the folder that the project and local documents come from. */
  readonly trusted: boolean
  /** Problems of files that could not be read into a document; the errors among them leave the policy broken. */
  readonly broken?: readonly Problem[]
  readonly cwd: string
  readonly root: string
  readonly home: string
}

/** Something in a document that does not count, and what can be done about it. */
export interface Note {
  readonly message: string
  readonly source: Source
  readonly advice: string
}

export interface Merged {
  readonly policy: Policy
  readonly notes: readonly Note[]
  /** What the managed policy does not allow other files to change. */
  readonly locks: ReadonlySet<Lock>
}

const UNTRUSTED = 'this folder is not trusted'
const TRUST_IT = 'run `countersign trust` if you trust what it says'
const AROUND = 'it belongs to a folder around this project, and only what it forbids counts here'
const ALLOW_HERE = 'allow in this project what should be allowed here'
const ANYONES = 'everybody on this machine can change it'
const LOCKED = 'the managed policy does not let other files change it'
const ASK_ADMINISTRATOR = 'ask whoever manages this machine'

export function mergeLayers(documents: readonly PolicyDocument[], options: MergeOptions): Merged {
  const ordered = documents.toSorted((a, b) => authority(a) - authority(b))
  const merge = new Merge(options, ordered)
  for (const document of ordered) merge.add(document)
  return merge.result()
}

/** A policy of a folder around the project is less specific than all of the project's own. */
function authority({ layer, around }: PolicyDocument): number {
  return around === undefined ? LAYERS.indexOf(layer) : LAYERS.indexOf('project') - 0.5
}

class Merge {
  readonly #options: MergeOptions
  readonly #locks: ReadonlySet<Lock>
  readonly #notes: Note[] = []
  readonly #documents: PolicyDocument[] = []
  readonly #rules: Policy['rules'][number][] = []
  readonly #directories = new Set<string>()
  readonly #removed: string[] = []
  readonly #servers = new Set<string>()
  readonly #told = new Set<PolicyDocument>()
  /**
   * For each layer, its file or folder that everybody can change: a rule that is about to be written is known only by
   * its layer.
   */
  readonly #anyones: ReadonlyMap<string, string>
  #settings: Settings = EMPTY_POLICY

  constructor(options: MergeOptions, documents: readonly PolicyDocument[]) {
    this.#options = options
    this.#locks = new Set(documents.flatMap(({ locked }) => locked))
    this.#anyones = new Map(
      documents.flatMap(({ layer, anyones }) => (anyones === undefined ? [] : [[layer, anyones] as const])),
    )
  }

  add(document: PolicyDocument): void {
    this.#documents.push(document)
    this.#addRules(document)
    this.#set(document, 'mode', document.mode)
    this.#set(document, 'otherwise', document.otherwise)
    this.#set(document, 'enforce', document.enforce)
    this.#addDirectories(document)
    this.#removePaths(document)
    this.#trustServers(document)
  }

  result(): Merged {
    const broken = describeBroken(this.#options.broken ?? []) ?? this.#documents.find((one) => one.broken)?.broken
    const { mode, otherwise, enforce } = this.#settings
    const policy: Policy = {
      ...EMPTY_POLICY,
      mode,
      otherwise,
      // Recording without enforcing is a permission as well, and the file that cannot be read might have withheld it.
      enforce: enforce || broken !== undefined,
      rules: this.#rules,
      tools: this.#documents.flatMap(({ tools }) => (tools === undefined ? [] : [tools])),
      workingDirectories: [...this.#directories],
      protectedPaths: {
        add: this.#documents.flatMap(({ protectedPaths }) => protectedPaths.add),
        remove: this.#removed,
      },
      mcp: { trusted: [...this.#servers] },
    }
    return { policy: broken === undefined ? policy : { ...policy, broken }, notes: this.#notes, locks: this.#locks }
  }

  #addRules(document: PolicyDocument): void {
    for (const rule of document.rules) {
      if (rule.behavior !== 'allow' || this.#isFree(document, 'rules')) this.#rules.push(rule)
      else this.#mayLoosen(document, 'rules', `the allow rule ${quoted(rule.rule)}`, rule.source)
    }
  }

  /** The most specific document that says something wins, unless it may not loosen that. */
  #set<K extends keyof Settings>(document: PolicyDocument, name: K, said: Said<Settings[K]> | undefined): void {
    if (said === undefined || said.value === this.#settings[name]) return
    const what = `\`${name}: ${said.value}\``
    if (said.value === 'bypass' && this.#locks.has('bypass'))
      return this.#ignore(what, said.source, 'the managed policy forbids this mode', ASK_ADMINISTRATOR)
    if (this.#isLocked(document, name)) return this.#ignore(what, said.source, LOCKED, ASK_ADMINISTRATOR)
    if (this.#mayOnlyRestrict(document) && !isTighter(name, said.value, this.#settings[name]))
      return this.#distrust(document, what, said.source)
    this.#settings = { ...this.#settings, [name]: said.value }
  }

  #addDirectories(document: PolicyDocument): void {
    const { cwd, root, home } = this.#options
    const base = document.layer === 'session' ? cwd : root
    for (const { value, source } of document.workingDirectories) {
      if (this.#mayLoosen(document, 'rules', `the working directory ${quoted(value)}`, source))
        this.#directories.add(absoluteDirectory(value, base, home))
    }
  }

  #removePaths(document: PolicyDocument): void {
    if (document.layer !== 'managed' && document.layer !== 'user') return
    for (const { value, source } of document.protectedPaths.remove) {
      if (this.#mayLoosen(document, 'protectedPaths', `giving up the protected path ${quoted(value)}`, source))
        this.#removed.push(value)
    }
  }

  #trustServers(document: PolicyDocument): void {
    for (const { value, source } of document.trustedServers) {
      if (this.#mayLoosen(document, 'rules', `trust in the MCP server ${quoted(value)}`, source))
        this.#servers.add(value)
    }
  }

  /** Whether it may loosen this; if not, a note says so. */
  #mayLoosen(document: PolicyDocument, lock: Lock, what: string, source: Source): boolean {
    if (this.#isFree(document, lock)) return true
    if (this.#isLocked(document, lock)) this.#ignore(what, source, LOCKED, ASK_ADMINISTRATOR)
    else this.#distrust(document, what, source)
    return false
  }

  #isFree(document: PolicyDocument, lock: Lock): boolean {
    return !this.#isLocked(document, lock) && !this.#mayOnlyRestrict(document)
  }

  #isLocked(document: PolicyDocument, lock: Lock): boolean {
    return document.layer !== 'managed' && this.#locks.has(lock)
  }

  /** A hostile repository can contain the local file as well as the project's. */
  #mayOnlyRestrict({ layer, around }: PolicyDocument): boolean {
    if (around !== undefined || this.#anyones.has(layer)) return true
    return (layer === 'project' || layer === 'local') && !this.#options.trusted
  }

  /**
   * Reported only once for a folder around the project: its permissions are meant for that folder, and nobody misses
   * them here.
   */
  #distrust(document: PolicyDocument, what: string, source: Source): void {
    const { around, file, layer } = document
    const anyones = this.#anyones.get(layer)
    if (anyones !== undefined) return this.#ignore(what, source, ANYONES, `run \`chmod o-w ${anyones}\``)
    if (around === undefined) return this.#ignore(what, source, UNTRUSTED, TRUST_IT)
    if (this.#told.has(document)) return
    this.#told.add(document)
    this.#ignore(`what ${quoted(file)} permits`, { layer, file }, AROUND, ALLOW_HERE)
  }

  #ignore(what: string, source: Source, why: string, advice: string): void {
    this.#notes.push({ message: `${what} is ignored: ${why}`, source, advice })
  }
}
