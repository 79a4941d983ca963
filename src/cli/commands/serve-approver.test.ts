import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { passwordFrom } from './serve-approver.ts'

/** What comes of typing these, each when it is asked for, and what was said. */
async function typed(isTTY: boolean, ...lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined })
  const said: string[] = []
  const rest = [...lines]
  const type = () => setImmediate(() => input.write(rest.shift()))
  if (!isTTY) type()
  const password = await passwordFrom(input as unknown as NodeJS.ReadStream, 'ann', (line) => {
    said.push(line)
    type()
  }).catch((error: Error) => error.message)
  return { password, asked: said.length }
}

test('a password that nobody sees is typed twice, alike', async () => {
  expect(await typed(true, 'correct horse\r', 'correct horse\r')).toEqual({ password: 'correct horse', asked: 2 })
  expect(await typed(true, 'correct horse\r', 'correct hores\r')).toEqual({
    password: 'the two are not the same: nobody was added',
    asked: 2,
  })
})

test('one that a program hands over is read once', async () => {
  expect(await typed(false, 'correct horse\n')).toEqual({ password: 'correct horse', asked: 0 })
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s adds nobody, at either question', async (_, key) => {
  expect((await typed(true, key)).password).toBe('nobody was added')
  expect((await typed(true, 'correct horse\r', key)).password).toBe('nobody was added')
})
