import { afterEach, describe, expect, it } from 'vitest'
import { ChildTransport } from './child.ts'
import { listen } from './transport.ts'

const open: ChildTransport[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((child) => child.close()))
})

/** A program in the language of this one. */
function program(code: string) {
  const child = new ChildTransport({ command: process.execPath, args: ['-e', code] })
  open.push(child)
  const heard: Record<string, unknown>[] = []
  const errors: string[] = []
  const closed = new Promise<void>((resolve) =>
    listen(child, {
      onmessage: (message) => heard.push(message as Record<string, unknown>),
      onerror: ({ message }) => errors.push(message),
      onclose: resolve,
    }),
  )
  const until = async (holds: () => boolean) => {
    for (const end = performance.now() + 60_000; !holds() && performance.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 10))
    expect(holds()).toBe(true)
  }
  return { child, heard, errors, closed, until }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const ECHO = `process.stdin.on('data', (chunk) => process.stdout.write(chunk))`
const hello = { jsonrpc: '2.0' as const, method: 'hello', params: {} }

describe('a program behind the gateway', () => {
  it('is spoken to over its standard streams, and ends when its input does', async () => {
    const { child, heard, until } = program(ECHO)
    await child.start()
    await child.send(hello)
    await until(() => heard.length === 1)
    expect(heard).toEqual([hello])
    await child.close()
    expect(isAlive(child.pid ?? 0)).toBe(false)
  })

  it('that does not exist is known not to run', async () => {
    const child = new ChildTransport({ command: '/nonexistent/program', args: [] })
    open.push(child)
    await expect(child.start()).rejects.toThrow('ENOENT')
  })

  it('that crashes closes the connection', async () => {
    const { child, closed, errors, until } = program('process.exit(3)')
    await child.start()
    await closed
    await expect(child.send(hello)).rejects.toThrow()
    await until(() => errors.join().includes('has ended (3)'))
  })

  it('that crashes is told of, also where its end is answered by closing it, as the gateways do', async () => {
    const { child, closed, errors, until } = program('process.exit(3)')
    void closed.then(() => child.close())
    await child.start()
    await until(() => errors.join().includes('has ended (3)'))
  })

  it('whose last words come with its end is still heard', async () => {
    const { child, heard, closed } = program(`process.stdout.write(JSON.stringify(${JSON.stringify(hello)}) + '\\n')`)
    await child.start()
    await closed
    expect(heard).toEqual([hello])
  })

  it('that will not end is ended, with all that it started', async () => {
    const stubborn = `
      process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)
      const { pid } = require('node:child_process').spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore' })
      process.stdout.write(JSON.stringify({ pid }) + '\\n')`
    const { child, heard, until } = program(stubborn)
    await child.start()
    await until(() => heard.length === 1)
    const grandchild = Number(heard[0]?.['pid'])
    expect(isAlive(grandchild)).toBe(true)
    await child.close()
    await until(() => !isAlive(child.pid ?? 0) && !isAlive(grandchild))
  })
})
