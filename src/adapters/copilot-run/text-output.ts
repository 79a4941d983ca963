/**
 * Part of running Copilot: its output as text, for releases that have no other. Wraps at about a hundred columns:
 *
 *     ✗ Push the branch (shell)
 *       │ git push origin main
 *       └ Permission denied because no interactive user response was available. Retry in an interactive
 *         session so the user can approve it, or try an alternative that does not require this permission.
 *
 * What is shown of a call may be shortened or wrapped. INVARIANT: a call that cannot be told for certain is none.
 */

import type { Call } from '../../engine/call.ts'
import { isUnasked } from './denial.ts'
import type { Denial } from './denial.ts'

const FAILED = /^[✗✘×]\s+(.*)$/u
const DETAIL = /^\s+│\s?(.*)$/u
const RESULT = /^\s+└\s+(.*)$/u
const WRAPPED = /^\s{4}(\S.*)$/u
/** A line of this width or more may have been cut. */
const WRAPS_AT = 90

interface Block {
  readonly title: string
  readonly details: string[]
  message: string | undefined
}

export class TextOutput {
  #block: Block | undefined

  /** The denials that end with this line. */
  read(line: string): readonly Denial[] {
    const text = line.trimEnd()
    const failed = FAILED.exec(text)
    if (failed !== null) {
      const ended = this.end()
      this.#block = { title: failed[1] ?? '', details: [], message: undefined }
      return ended
    }
    if (this.#block === undefined) return []
    if (this.#take(this.#block, text)) return []
    return this.end()
  }

  /** The denials that were still open when the output ended. */
  end(): readonly Denial[] {
    const block = this.#block
    this.#block = undefined
    const call = block?.message === undefined ? undefined : callOf(block)
    if (block?.message === undefined || call === undefined) return []
    return [{ call, message: block.message, askable: isUnasked(block.message) }]
  }

  /** False if the line no longer belongs to the block. */
  #take(block: Block, text: string): boolean {
    const result = RESULT.exec(text)
    if (result !== null && block.message === undefined) {
      block.message = result[1] ?? ''
      return true
    }
    const wrapped = block.message === undefined ? null : WRAPPED.exec(text)
    if (wrapped !== null && !text.includes('└')) {
      block.message = `${block.message ?? ''} ${wrapped[1] ?? ''}`
      return true
    }
    const detail = block.message === undefined ? DETAIL.exec(text) : null
    if (detail === null) return false
    block.details.push(detail[1] ?? '')
    return true
  }
}

/** What a block's title says about its call; each with the text that names what it is about. */
const TITLES: readonly (readonly [
  title: RegExp,
  of: (found: RegExpExecArray, details: readonly string[]) => Call | undefined,
])[] = [
  [/^.*\(shell\)$/u, (_, details) => called('bash', 'command', only(details))],
  [/^Create (\S.*)$/u, (found) => called('create', 'path', found[1])],
  [/^Edit (\S.*)$/u, (found) => called('edit', 'path', found[1])],
  [/^Read \S.*$/u, (_, details) => called('view', 'path', only(details))],
  [/^web_fetch (\S+)/u, (found) => called('web_fetch', 'url', found[1])],
  [
    /^([\w.-]+) \(MCP: ([\w.-]+)\)/u,
    (found) => ({ tool: `mcp__${found[2]}__${found[1]}`, input: {}, agent: 'copilot' }),
  ],
]

function callOf({ title, details }: Block): Call | undefined {
  if (title.endsWith('…')) return undefined
  for (const [pattern, of] of TITLES) {
    const found = pattern.exec(title)
    if (found !== null) return of(found, details)
  }
  return undefined
}

function called(tool: string, field: string, text: string | undefined): Call | undefined {
  return text === undefined || text === '' ? undefined : { tool, input: { [field]: text }, agent: 'copilot' }
}

/** Two lines may be one that was wrapped, or two commands. */
function only(details: readonly string[]): string | undefined {
  const [line, ...others] = details
  return others.length > 0 || line === undefined || line.length >= WRAPS_AT || line.endsWith('…') ? undefined : line
}
