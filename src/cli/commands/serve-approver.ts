/** Part of `countersign serve`: adds an approver to the file of accounts. */

import { messageOf } from '../../engine/thrown.ts'
import { addAccount } from '../../server/auth/accounts.ts'
import { BadUse } from '../bad-use.ts'
import { EXIT } from '../command.ts'
import type { Invocation } from '../command.ts'
import { print, printJson } from '../output.ts'
import { refuseOthers } from '../verbs.ts'

export async function addApprover(invocation: Invocation, name: string): Promise<number> {
  refuseOthers(invocation, ['add-approver', 'approvers'], '--add-approver, which serves nothing')
  const { values, on } = invocation
  const file = values.get('approvers')
  if (file === undefined) throw new BadUse('--add-approver needs --approvers with the file to put them into')
  const password = await passwordFrom(process.stdin, name, (line) => print((page) => page.line(line), 'stderr'))
  try {
    await addAccount(file, name, password)
  } catch (error) {
    throw new BadUse(messageOf(error))
  }
  if (on.has('json')) printJson({ added: name, file })
  else print((page) => page.line([name, 'bold'], ` is in ${file}. A running server reads it when it starts again.`))
  return EXIT.ok
}

/** A person who cannot see what they type is asked for it twice: a slip would lock them out. */
export async function passwordFrom(
  input: NodeJS.ReadStream,
  name: string,
  say: (line: string) => void,
): Promise<string> {
  if (!input.isTTY) return lineFrom(input)
  say(`A password for ${name}; it is not shown:`)
  const password = await lineFrom(input)
  say('The same once more:')
  if ((await lineFrom(input)) !== password) throw new BadUse('the two are not the same: nobody was added')
  return password
}

const LONGEST = 1_000
const [BACKSPACE, INTERRUPT, END] = ['\u007f', '\u0003', '\u0004']

/** Reads one line; what is typed at a terminal is not shown. */
function lineFrom(input: NodeJS.ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    if (input.isTTY) input.setRawMode(true)
    input.setEncoding('utf8')
    const done = (end: () => void) => {
      if (input.isTTY) input.setRawMode(false)
      input.removeAllListeners('data')
      input.removeAllListeners('end')
      input.pause()
      end()
    }
    input.on('data', (chunk: string) => {
      for (const char of chunk) {
        if (char === '\r' || char === '\n') return done(() => resolve(text))
        if (char === INTERRUPT || char === END || text.length > LONGEST)
          return done(() => reject(new BadUse('nobody was added')))
        text = char === BACKSPACE ? text.slice(0, -1) : text + char
      }
    })
    input.once('end', () => done(() => resolve(text)))
    input.resume()
  })
}
