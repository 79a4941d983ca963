/** `countersign inbox`: the questions that wait for a person, answered one by one at the terminal or by their id. */

import { createTerminalAsker } from '../../gate/askers/terminal.ts'
import type { Approval, Lasting } from '../../gate/management.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { numberOf } from '../given-values.ts'
import { print, printJson } from '../output.ts'
import { drawPending } from '../render/inbox.ts'
import type { Page } from '../render/page.ts'
import { answerPending } from './inbox-loop.ts'
import { verbOf } from '../verbs.ts'
import { chosenOf, lookingAt, whoAmI } from './managing.ts'

const ANSWER = { needs: ['the id of a question'], takes: ['lasts', 'rule', 'words'] }
const VERBS = { open: { takes: ['watch'] }, list: {}, allow: ANSWER, deny: ANSWER }

export function run(invocation: Invocation): Promise<number> {
  const { verb, rest } = verbOf(invocation, VERBS)
  if (verb === 'allow' || verb === 'deny') return answer(invocation, verb, rest[0] ?? '')
  const isAtTerminal = process.stdin.isTTY && process.stdout.isTTY && !invocation.on.has('json')
  if (invocation.on.has('watch') && !isAtTerminal)
    throw new BadUse('--watch needs a terminal to ask at', '`countersign inbox list --json` is for programs.')
  return verb === 'list' || !isAtTerminal ? list(invocation) : open(invocation)
}

function list(invocation: Invocation): Promise<number> {
  return lookingAt(invocation, async ({ approvals }) => {
    const pending = await approvals.pending()
    if (invocation.on.has('json')) printJson({ pending })
    else print((page) => drawPending(page, pending, Date.now()))
    return EXIT.ok
  })
}

/** Answers one question, for scripts and for people who have looked already. */
function answer(invocation: Invocation, behavior: 'allow' | 'deny', given: string): Promise<number> {
  const { values, on } = invocation
  const lasts = (values.get('lasts') ?? 'once') as Lasting
  const words = values.get('words')
  const rule = values.get('rule')
  return lookingAt(invocation, async ({ approvals }) => {
    const asked =
      (await approvals.get(given)) ??
      chosenOf(await approvals.pending(), given, 'question', '`countersign inbox list` lists them.')
    const { id } = asked
    const { note } = await approvals.answer(id, {
      behavior,
      lasts,
      digest: asked.digest,
      by: whoAmI(),
      ...(rule === undefined ? {} : { rules: suggested(asked, numberOf(rule, 'rule')) }),
      ...(words === undefined ? {} : { words }),
    })
    if (on.has('json')) printJson({ id, behavior, lasts, note: note ?? null })
    else print((page) => tell(page.line([behavior === 'allow' ? 'Allowed.' : 'Denied.', 'bold']), note))
    return EXIT.ok
  })
}

function suggested({ shown }: Approval, which: number): readonly string[] {
  const suggestions = (shown['suggestions'] ?? []) as readonly { readonly rules: readonly string[] }[]
  const found = suggestions[which - 1]
  const offered = suggestions.length === 0 ? 'no rule is' : `the last is ${suggestions.length}`
  if (found === undefined) throw new BadUse(`--rule ${which} is not on offer; ${offered}`)
  return found.rules
}

function open(invocation: Invocation): Promise<number> {
  return lookingAt(invocation, async (management) => {
    const over = new AbortController()
    const asker = createTerminalAsker({ by: whoAmI(), mayLeave: true, onLeave: () => over.abort() })
    const tellNote = (note: string) => print((page) => tell(page, note))
    const left = await answerPending(management, asker, {
      watch: invocation.on.has('watch'),
      tell: tellNote,
      left: over.signal,
    })
    print((page) => page.line(left === 0 ? 'Nothing waits for an answer.' : `${left} left open.`))
    return EXIT.ok
  })
}

function tell(page: Page, note: string | undefined): void {
  if (note !== undefined) page.line(['note', 'yellow'], ` ${note}`)
}
