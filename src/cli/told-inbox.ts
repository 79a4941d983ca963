/**
 * Part of the commands that ask in the inbox: prints one line for each question, which is all that the person who runs
 * the command sees of it.
 */

import type { Asker } from '../gate/asker.ts'
import { INBOX } from '../gate/askers/inbox.ts'

export function toldInbox(tell: (note: string) => void): Asker {
  return {
    name: INBOX.name,
    ask(question, signal) {
      tell(`${question.call.tool} waits for an answer: countersign inbox`)
      return INBOX.ask(question, signal)
    },
  }
}
