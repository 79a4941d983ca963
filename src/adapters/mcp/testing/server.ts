/** For tests of the gateway: an MCP server made with the official package, which uses everything the protocol has. */

import { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** What the tools have really done. */
export interface Traces {
  readonly ran: string[]
  readonly cancelled: string[]
}

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })

export function sampleServer(traces: Traces = { ran: [], cancelled: [] }, description = 'Runs a command.'): McpServer {
  const server = new McpServer(
    { name: 'sample', version: '1.2.3' },
    { capabilities: { logging: {}, tools: { listChanged: true } }, instructions: 'Be kind.' },
  )
  server.registerTool('run', { description, inputSchema: z.object({ command: z.string() }) }, async ({ command }) => {
    traces.ran.push(command)
    return text(`ran ${command}`)
  })
  server.registerTool(
    'look',
    { description: 'Only looks.', annotations: { readOnlyHint: true }, inputSchema: z.object({}) },
    async () => text('looked'),
  )
  server.registerTool('slow', { description: 'Takes long.', inputSchema: z.object({}) }, async (_, ctx) => {
    for (let progress = 1; progress <= 3; progress++) {
      const { _meta: meta } = ctx.mcpReq
      const progressToken = meta?.progressToken
      if (progressToken !== undefined)
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } })
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 2_000)
      ctx.mcpReq.signal.addEventListener('abort', () => {
        traces.cancelled.push('slow')
        clearTimeout(timer)
        resolve()
      })
    })
    return text('done')
  })
  server.registerTool('quick', { description: 'Progress only.', inputSchema: z.object({}) }, async (_, ctx) => {
    const { _meta: meta } = ctx.mcpReq
    const progressToken = meta?.progressToken
    for (let progress = 1; progress <= 5; progress++)
      if (progressToken !== undefined)
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } })
    await ctx.mcpReq.log('info', 'quick was here')
    return text('done')
  })
  server.registerTool('think', { description: 'Asks the model.', inputSchema: z.object({}) }, async (_, ctx) => {
    const message = { role: 'user' as const, content: { type: 'text' as const, text: 'hm?' } }
    const { content } = await ctx.mcpReq.requestSampling({ messages: [message], maxTokens: 9 })
    return text(JSON.stringify(content))
  })
  server.registerTool('form', { description: 'Asks the person.', inputSchema: z.object({}) }, async (_, ctx) => {
    const requestedSchema = { type: 'object' as const, properties: { colour: { type: 'string' as const } } }
    return text(
      JSON.stringify(await ctx.mcpReq.elicitInput({ mode: 'form', message: 'Which colour?', requestedSchema })),
    )
  })
  server.registerTool('fail', { description: 'Reports an error.', inputSchema: z.object({}) }, async () => {
    throw new Error('no such thing')
  })
  server.registerResource('note', 'note://one', { mimeType: 'text/plain' }, async () => ({
    contents: [{ uri: 'note://one', text: 'a note' }],
  }))
  server.registerPrompt('greet', { argsSchema: z.object({ who: z.string() }) }, ({ who }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${who}` } }],
  }))
  return server
}
