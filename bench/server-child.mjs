/** Part of bench/server.mjs: one of the compared servers. */

import { createServer } from 'node:http'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { startServer } from '../dist/lib/server/serve.js'

const [name, folder] = process.argv.slice(2)

const START = { echo, hono, ours }
const port = await START[name]()
process.send({ port })
process.on('message', (word) => {
  if (word === 'end') process.exit()
  if (word === 'heap') return process.send({ heap: collectedHeap() })
  const { user, system } = process.cpuUsage()
  process.send({ cpu: user + system })
})

function collectedHeap() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

function echo() {
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      response.end(body)
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)))
}

function hono() {
  const app = new Hono()
  app.post('/v1/authorize', async (c) => {
    const { call } = await c.req.json()
    return c.json({ behavior: 'allow', input: call.input })
  })
  return new Promise((resolve) =>
    serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port)),
  )
}

async function ours() {
  const server = await startServer({
    home: folder,
    cwd: join(folder, 'project'),
    version: 'bench',
    approver: 'bench',
    port: 0,
    limits: { agentRate: 1e6, agentBurst: 1e6 },
    onFailure: (error) => console.error(error),
  })
  return server.port
}
