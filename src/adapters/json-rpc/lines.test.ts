import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { LineTransport } from './lines.ts'
import type { LineOptions } from './lines.ts'
import { quiet } from './testing.ts'
import { listen } from './transport.ts'

async function open(options?: LineOptions) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const transport = new LineTransport(input, output, options)
  const heard: unknown[] = []
  const errors: string[] = []
  let closed = 0
  listen(transport, {
    onmessage: (message) => heard.push(message),
    onerror: ({ message }) => errors.push(message),
    onclose: () => closed++,
  })
  await transport.start()
  const written = () => (output.read() as Buffer | null)?.toString('utf8') ?? ''
  return { input, output, transport, heard, errors, closed: () => closed, written }
}

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' })

describe('messages on lines', () => {
  it('are put together from whatever pieces they come in', async () => {
    const { input, heard } = await open()
    const text = `${JSON.stringify({ ...ping(1), params: { text: 'grüße 🎉\n' } })}\r\n\n  \n${JSON.stringify(ping(2))}\n`
    for (const byte of Buffer.from(text)) input.write(Buffer.of(byte))
    await quiet()
    expect(heard).toEqual([{ ...ping(1), params: { text: 'grüße 🎉\n' } }, ping(2)])
  })

  it('that two readers could read differently are refused, to their id', async () => {
    const { input, heard, written } = await open()
    input.write('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"look","name":"run"}}\n')
    await quiet()
    expect(heard).toEqual([])
    expect(JSON.parse(written())).toMatchObject({ id: 7, error: { code: -32600 } })
  })

  it('stay one line for readers that end a line elsewhere, too', async () => {
    const { transport, written } = await open()
    const smuggled = JSON.stringify({ ...ping(2), method: 'tools/call' })
    const params = { text: `\u2028${smuggled}\u2029${smuggled}\u0085${smuggled}\r` }
    await transport.send({ ...ping(1), params } as never)
    const line = written()
    expect(line).not.toMatch(/[\u2028\u2029\u0085\r]/u)
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line)).toEqual({ ...ping(1), params })
  })

  it('that are no JSON are refused, and what follows is read', async () => {
    const { input, heard, written } = await open()
    input.write(`not json\n${JSON.stringify(ping(1))}\n`)
    await quiet()
    expect(JSON.parse(written())).toMatchObject({ id: null, error: { code: -32700 } })
    expect(heard).toEqual([ping(1)])
  })

  it('among which a program prints other things are read all the same', async () => {
    const { input, heard, written, errors } = await open({ answersGarbage: false })
    input.write(`Listening on stdio\n${JSON.stringify(ping(1))}\n`)
    await quiet()
    expect([heard, written(), errors.length]).toEqual([[ping(1)], '', 1])
  })

  it('that answer ambiguously are dropped without another answer', async () => {
    const { input, heard, written } = await open()
    input.write('{"jsonrpc":"2.0","id":7,"result":{"action":"decline","action":"accept"}}\n')
    await quiet()
    expect([heard, written()]).toEqual([[], ''])
  })

  it('without an end close the connection instead of filling the memory', async () => {
    const { input, heard, closed, errors } = await open({ longest: 1000 })
    for (let n = 0; n < 30; n++) input.write('x'.repeat(100))
    input.write(`\n${JSON.stringify(ping(1))}\n`)
    await quiet()
    expect([heard, closed()]).toEqual([[], 1])
    expect(errors.join()).toContain('longer than 1000 bytes')
  })

  it('cannot be sent once the other side is gone', async () => {
    const { input, transport, closed } = await open()
    input.end()
    await quiet()
    expect(closed()).toBe(1)
    await expect(transport.send(ping(1) as never)).rejects.toThrow('closed')
  })

  it('that cannot be written close the connection', async () => {
    const { output, transport, closed } = await open()
    output.destroy(new Error('EPIPE'))
    await expect(transport.send(ping(1) as never)).rejects.toThrow()
    await quiet()
    expect(closed()).toBe(1)
  })
})
