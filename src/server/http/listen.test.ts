import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenOnSocket } from './listen.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-listen-'))
  path = join(folder, 'server.sock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['nothing is there', () => undefined],
  ['a killed one left its socket', leaveSocket],
])('of servers that start at once one has the socket, and keeps it, where %s', async (_, before) => {
  before()
  const servers = ['a', 'b', 'c'].map((name) => createServer((__, response) => void response.end(name)))
  const starts = await Promise.allSettled(servers.map((server) => listenOnSocket(server, path)))
  const isUp = starts.map(({ status }) => status === 'fulfilled')
  expect(isUp.filter(Boolean)).toHaveLength(1)
  for (const start of starts)
    if (start.status === 'rejected') expect(start.reason).toMatchObject({ code: 'EADDRINUSE' })
  for (const [index, server] of servers.entries()) if (isUp[index] === false) server.close()
  expect(await saidBy(path)).toBe('abc'[isUp.indexOf(true)])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await new Promise((resolve) => servers[isUp.indexOf(true)]?.close(resolve))
  expect(existsSync(path)).toBe(false)
})

/** Only a killed process leaves a socket behind. */
function leaveSocket(): void {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script])
  expect(existsSync(path)).toBe(true)
}

function saidBy(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = get({ socketPath, agent: false }, (response) => {
      response.setEncoding('utf8').once('data', resolve)
    })
    sent.on('error', reject)
  })
}
