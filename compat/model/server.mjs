/**
 * A model that follows a script, over loopback, in the wire formats of the agents' providers.
 *
 * A script is a list of turns, and a turn is a list of what the model says: `{ text }`, `{ tool, input }`, or for OpenAI's
 * free-form tools `{ custom, input }`; a call may have its own `id`. The request alone shows which turn it is, by the number of
 * rounds of tool results in it, so retries, side requests and sub-agents do no harm. `pick` can choose otherwise, by the
 * request.
 */

import { createServer } from 'node:http'
import { anthropic } from './anthropic.mjs'
import { gemini } from './gemini.mjs'
import { openaiChat } from './openai-chat.mjs'
import { openaiResponses } from './openai-responses.mjs'

const FORMATS = [anthropic, openaiResponses, openaiChat, gemini]
const LARGEST = 32 * 1024 * 1024

/**
 * @param {{ script?: object[][], pick?: (request: { turn: number, tools: string[], body: object, format: string }) => object[] | undefined }} options
 */
export async function startModel({ script = [], pick }) {
  const requests = []
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: String(error) } }))
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function answer(request, response) {
    const url = new URL(request.url, 'http://127.0.0.1')
    if (request.method === 'GET' && url.pathname.endsWith('/models'))
      return json(response, { object: 'list', data: [{ id: 'fake-model', object: 'model' }] })
    const text = await readBody(request)
    if (request.method === 'HEAD' || text === '') return json(response, {})
    const body = JSON.parse(text)
    if (url.pathname.endsWith('/count_tokens')) return json(response, { input_tokens: 1 })
    const format = FORMATS.find((one) => one.serves(url.pathname))
    if (format === undefined) {
      response.writeHead(404).end()
      return
    }
    const turn = format.turnOf(body)
    const tools = format.toolsOf(body)
    requests.push({ format: format.name, path: url.pathname, turn, tools, body })
    const said = pick?.({ turn, tools, body, format: format.name }) ?? sayings(script, turn, tools)
    const wantsStream = body.stream === true || url.pathname.includes('stream')
    if (!wantsStream) return json(response, format.whole(said, body))
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    for (const event of format.events(said, body)) response.write(event)
    response.end()
  }

  const { port } = server.address()
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** The results that the model got for its tool calls, in the order of the turns. */
    results: () => FORMATS.flatMap((format) => latest(requests, format).flatMap(({ body }) => format.resultsOf(body))),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

/** A request without tools is about something else: a title, a summary. */
function sayings(script, turn, tools) {
  if (tools.length === 0) return [{ text: 'ok' }]
  return script[turn] ?? [{ text: 'done' }]
}

/** The longest request: the earlier ones are part of it. */
function latest(requests, format) {
  const own = requests.filter((request) => request.format === format.name)
  const most = Math.max(-1, ...own.map(({ turn }) => turn))
  return own.filter(({ turn }) => turn === most).slice(-1)
}

function json(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > LARGEST) throw new Error('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
