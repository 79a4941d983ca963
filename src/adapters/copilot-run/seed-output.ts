/**
 * Part of running Copilot: denials as seed 001 has them.
 *
 *     Error: Permission denied for shell command: git push
 *     Add '--allow shell(git push)' to allow this command.
 */

import type { Call } from '../../engine/call.ts'
import type { Denial } from './denial.ts'

const DENIED =
  /^(?:Error: )?(Permission denied for (shell command|write operation|read operation|MCP tool|URL access): (.+))$/u
const ADVICE = /^Add '(--allow(?:-tool)?)[ =]/u

type Of = (target: string) => Call | undefined

const CALLS: Readonly<Record<string, Of>> = {
  'shell command': (command) => ({ tool: 'bash', input: { command }, agent: 'copilot' }),
  'write operation': (path) => ({ tool: 'create', input: { path }, agent: 'copilot' }),
  'read operation': (path) => ({ tool: 'view', input: { path }, agent: 'copilot' }),
  'URL access': (url) => ({ tool: 'web_fetch', input: { url }, agent: 'copilot' }),
  'MCP tool': (target) => {
    const found = /^([\w.-]+)\(([\w.-]+)\)$/u.exec(target)
    return found === null ? undefined : { tool: `mcp__${found[1]}__${found[2]}`, input: {}, agent: 'copilot' }
  },
}

export class SeedOutput {
  #last: Denial | undefined

  /** The denials that end with this line; a denial is complete when the next line has come. */
  read(line: string): readonly Denial[] {
    const text = line.trim()
    const advice = ADVICE.exec(text)
    if (advice !== null && this.#last !== undefined) {
      this.#last = { ...this.#last, flag: advice[1] ?? '--allow-tool' }
      return this.end()
    }
    const ended = this.end()
    const found = DENIED.exec(text)
    const call = found === null ? undefined : CALLS[found[2] ?? '']?.(found[3] ?? '')
    if (found !== null && call !== undefined) this.#last = { call, message: found[1] ?? '', askable: true }
    return ended
  }

  end(): readonly Denial[] {
    const last = this.#last
    this.#last = undefined
    return last === undefined ? [] : [last]
  }
}
