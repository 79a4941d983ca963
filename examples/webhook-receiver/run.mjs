/**
 * A receiver for Countersign's webhook: checks the signature, and says in a line what a person is needed for. Put your chat
 * tool's own call where the line is printed.
 *
 *     COUNTERSIGN_WEBHOOK_SECRET=… node examples/webhook-receiver/run.mjs [--port N] [--demo]
 *     COUNTERSIGN_WEBHOOK_SECRET=… countersign serve --webhook http://127.0.0.1:4848/
 *
 * `--demo` sends itself two messages, one of them forged, and ends.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { port: { type: 'string', default: '4848' }, demo: { type: 'boolean' } } })
const secret = process.env.COUNTERSIGN_WEBHOOK_SECRET ?? (values.demo ? 'a secret for the demonstration' : undefined)
if (secret === undefined) {
  console.error('COUNTERSIGN_WEBHOOK_SECRET is not set: give it the secret of `countersign serve`, or try --demo')
  process.exit(2)
}

const OLDEST_SECONDS = 5 * 60
const LARGEST = 100_000
/** Ids of messages that came before: a sender that saw no answer sends again. */
const seen = new Set()

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
    if (body.length > LARGEST) request.destroy()
  })
  request.on('end', () => {
    if (!isGenuine(request.headers['countersign-signature'] ?? '', body)) return response.writeHead(401).end()
    const id = request.headers['countersign-id']
    if (!seen.has(id)) tell(JSON.parse(body))
    seen.add(id)
    response.writeHead(204).end()
  })
})

server.listen(values.demo ? 0 : Number(values.port), '127.0.0.1', async () => {
  const { port } = server.address()
  console.log(`listening at http://127.0.0.1:${port}/`)
  if (values.demo) await demonstrate(`http://127.0.0.1:${port}/`)
})

/** `t=<seconds>,v1=<hex>`: the HMAC-SHA256 of `<seconds>.<body>`, and not too old. */
function isGenuine(header, body) {
  const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (given === undefined || Math.abs(Date.now() / 1000 - Number(seconds)) > OLDEST_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex'))
}

function tell({ type, agent, project, tool, reason, danger, how, page }) {
  if (type === 'ended') return console.log(`done: ${how}`)
  const warning = danger === null ? '' : ` (${danger})`
  console.log(`${agent} wants ${tool} in ${project}: ${reason}${warning} Answer at ${page ?? 'the page'}.`)
}

async function demonstrate(url) {
  const message = {
    type: 'question',
    id: '1',
    agent: 'codex',
    project: '/srv/shop',
    tool: 'Bash',
    reason: 'No rule covers `make release`.',
    danger: null,
  }
  const body = JSON.stringify(message)
  const seconds = Math.floor(Date.now() / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const send = async (signature) => {
    const headers = { 'countersign-signature': signature, 'countersign-id': '1-question' }
    return (await fetch(url, { method: 'POST', body, headers })).status
  }
  const genuine = await send(`t=${seconds},v1=${mac}`)
  const forged = await send(`t=${seconds},v1=${'0'.repeat(64)}`)
  console.log(`genuine: ${genuine}, forged: ${forged}`)
  process.exitCode = genuine === 204 && forged === 401 ? 0 : 1
  server.close()
  server.closeAllConnections()
}
