/** Makes a change for the person, and reports it with a way to undo it. */

import type { Changed } from '../../../src/server/api.ts'
import { request, whyOf } from '../api/client.ts'
import { say } from './toasts.ts'

/** Runs it and reports the result; true if it was done. */
export async function change(done: string, run: () => Promise<Changed>, after: () => void): Promise<boolean> {
  try {
    const { changed, undo, note } = await run()
    const text = changed ? done : 'Nothing had to be changed.'
    say(
      note === null ? text : `${text} ${note}`,
      changed ? 'good' : 'plain',
      undo === null ? undefined : () => void takeBack(undo, after),
    )
    after()
    return true
  } catch (error) {
    say(whyOf(error), 'bad')
    return false
  }
}

async function takeBack(undo: string, after: () => void): Promise<void> {
  try {
    await request('POST', `/v1/undo/${encodeURIComponent(undo)}`, {})
    say('Taken back.')
  } catch (error) {
    say(whyOf(error), 'bad')
  }
  after()
}
