/**
 * Part of the MCP gateway: the tools of the server behind it that may be seen.
 *
 * The whole list is read, all pages of it, whenever a client lists: only then is it known what is new and what is gone.
 * INVARIANT: a tool that is not in the latest list, is held back, or is hidden by the policy, is neither listed nor
 * found.
 */

import { isObject } from '../../engine/call.ts'
import type { Interceptor } from '../interceptor.ts'
import type { Failure, Params, Response } from '../json-rpc/message.ts'
import { readDefinition } from './definition.ts'
import type { Definition } from './definition.ts'
import type { Held } from './pins.ts'
import type { PinKeeper } from './pin-keeper.ts'

export interface CatalogueDeps {
  /** Reads one page of the server's own list. */
  readonly page: (params: Params) => Promise<Response>
  readonly interceptor: Pick<Interceptor, 'visible'>
  readonly keeper: PinKeeper
  /** The name that rules use for a tool of this server. */
  readonly named: (tool: string) => string
  readonly tell: (text: string) => void
}

export type Listing = { readonly result: Params } | { readonly error: Failure }
type Read = { readonly first: Params } | { readonly error: Failure }
export type Found = { readonly definition: Definition } | { readonly why: string }

const MOST_PAGES = 200
const MOST_TOOLS = 10_000
const MOST_TOLD = 1_000

export class Catalogue {
  readonly #deps: CatalogueDeps
  #known: ReadonlyMap<string, Definition> = new Map()
  #held: ReadonlyMap<string, Held> = new Map()
  #isFresh = false
  #changes = 0
  #reading: Promise<Read> | undefined
  readonly #told = new Set<string>()

  constructor(deps: CatalogueDeps) {
    this.#deps = deps
  }

  /** The server says that its list has changed. */
  outdated(): void {
    this.#changes++
    this.#isFresh = false
  }

  /** Somebody accepted a definition: whether it may be about tools of this server. */
  pinsChanged(): boolean {
    if (this.#held.size === 0) return false
    this.outdated()
    return true
  }

  get isFresh(): boolean {
    return this.#isFresh
  }

  /** What the client may see. */
  async list(params: Params): Promise<Listing> {
    if (params['cursor'] !== undefined) return failed('there is only one page')
    const read = await this.#read(params)
    if ('error' in read) return read
    return { result: { ...read.first, tools: this.#visible([...this.#known.values()]) } }
  }

  /** Finds a tool by its name, in the current list. */
  async find(name: string): Promise<Found> {
    if (!this.#isFresh) {
      this.#reading ??= this.#read({}).finally(() => (this.#reading = undefined))
      const read = await this.#reading
      if ('error' in read) return { why: `the server's tools cannot be listed (${read.error.message})` }
    }
    const definition = this.#known.get(name)
    if (definition === undefined) return { why: this.#whyNot(name) }
    if (this.#visible([definition]).length === 0) return { why: 'the tool is hidden by the policy' }
    return { definition }
  }

  #whyNot(name: string): string {
    const held = this.#held.get(name)
    if (held === undefined) return 'the server lists no such tool'
    return `${reasonOf(held)}, and nobody has accepted that yet; a person can, with \`countersign mcp pins\``
  }

  #visible(tools: readonly Definition[]): Definition[] {
    const named = tools.map(({ name }) => ({ name: this.#deps.named(name) }))
    const names = new Set(this.#deps.interceptor.visible(named).map(({ name }) => name))
    return tools.filter(({ name }) => names.has(this.#deps.named(name)))
  }

  async #read(params: Params): Promise<Read> {
    const changes = this.#changes
    const all = await this.#pages(params)
    if ('error' in all) return all
    try {
      const { shown, held } = await this.#deps.keeper.assess(all.definitions)
      this.#known = new Map(shown.map((definition) => [definition.name, definition]))
      this.#held = new Map(held.map((one) => [one.definition.name, one]))
      // The list may have changed while it was being read.
      this.#isFresh = changes === this.#changes
      this.#tellHeld(held)
      return { first: all.first }
    } catch (error) {
      this.#known = new Map()
      this.#isFresh = false
      return failed(error instanceof Error ? error.message : 'the pins cannot be used')
    }
  }

  async #pages(params: Params) {
    const definitions = new Map<string, Definition>()
    const twice = new Set<string>()
    let first: Params | undefined
    let cursor: unknown
    for (let page = 0; page < MOST_PAGES; page++) {
      const { result, error } = await this.#deps.page(cursor === undefined ? params : { ...params, cursor })
      if (error !== undefined) return { error }
      if (!isObject(result) || !Array.isArray(result['tools'])) return failed('the server gave no list of tools')
      for (const tool of result['tools'] as readonly unknown[]) this.#add(tool, definitions, twice)
      if (definitions.size > MOST_TOOLS) return failed(`the server lists more than ${MOST_TOOLS} tools`)
      const { nextCursor, tools: _tools, ...rest } = result
      first ??= rest
      cursor = nextCursor
      if (cursor === undefined || cursor === null || cursor === '')
        return { first, definitions: [...definitions.values()].filter(({ name }) => !twice.has(name)) }
    }
    return failed(`the server's list has more than ${MOST_PAGES} pages`)
  }

  /** If two tools share a name, nobody can say which would be called. */
  #add(tool: unknown, definitions: Map<string, Definition>, twice: Set<string>): void {
    const definition = readDefinition(tool)
    if (definition === undefined)
      return this.#tellOnce('A tool is left out: it has no name that could stand in a rule.')
    if (definitions.has(definition.name)) {
      twice.add(definition.name)
      this.#tellOnce(`The tool ${definition.name} is left out: the server lists it twice.`)
    }
    definitions.set(definition.name, definition)
  }

  #tellHeld(held: readonly Held[]): void {
    for (const one of held)
      this.#tellOnce(`The tool ${one.definition.name} is hidden: ${reasonOf(one)}. See \`countersign mcp pins\`.`)
  }

  #tellOnce(text: string): void {
    if (this.#told.has(text) || this.#told.size >= MOST_TOLD) return
    this.#told.add(text)
    this.#deps.tell(text)
  }
}

export function reasonOf({ why, was }: Held): string {
  if (why === 'changed') return 'its definition is no longer the one that was pinned'
  if (why === 'renamed') return `it may be the tool ${was} under a new name`
  return 'nobody has seen it yet'
}

function failed(message: string): { readonly error: Failure } {
  return { error: { code: -32603, message } }
}
