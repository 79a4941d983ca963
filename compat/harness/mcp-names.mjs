/** An MCP server whose tools only say that they ran. `node mcp-names.mjs SERVER TOOL …` */

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

const [name, ...tools] = process.argv.slice(2)
const server = new McpServer({ name, version: '1.0.0' })
for (const tool of tools)
  server.registerTool(tool, { description: 'Says that it ran', inputSchema: {} }, () => ({
    content: [{ type: 'text', text: 'it ran' }],
  }))

await server.connect(new StdioServerTransport())
