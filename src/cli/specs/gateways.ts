/** Part of the command line: the commands that stand between a client and what it speaks to, as data. */

import type { CommandSpec, OptionSpec } from '../command.ts'
import { HELP, JSON_OPTION, STORE, VERBS } from './options.ts'

const ASKING: readonly OptionSpec[] = [
  {
    name: 'ask',
    value: 'WHO',
    among: ['client', 'inbox', 'nobody'],
    about: 'who is asked; the person at the client where it can ask, else the inbox',
  },
  { name: 'timeout', value: 'SECONDS', about: 'until a question is denied (default 300)' },
]

export const GATEWAY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'mcp',
    summary: 'a gateway in front of an MCP server: tools filtered, calls decided, definitions pinned',
    usage: [
      'mcp [--name NAME] [--listen PORT] -- COMMAND …',
      'mcp [--name NAME] [--listen PORT] --url URL',
      'mcp pins [show SERVER]',
      'mcp pins accept SERVER TOOL@HASH …',
      'mcp pins forget SERVER',
    ],
    most: VERBS,
    passesOn: true,
    options: [
      {
        name: 'name',
        value: 'NAME',
        about: 'the server’s name in rules, mcp__NAME__tool (default: taken from the command)',
      },
      { name: 'url', value: 'URL', about: 'the server speaks streamable HTTP there' },
      { name: 'bearer-env', value: 'VARIABLE', about: 'the environment variable that holds the token for the URL' },
      { name: 'listen', value: 'PORT', about: 'clients come over streamable HTTP, on loopback; 0 for any free port' },
      { name: 'strict', about: 'hide every definition until a person has accepted it, those met first as well' },
      { name: 'agent', value: 'NAME', about: 'whose calls these are (default mcp)' },
      ...ASKING,
      STORE,
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ['countersign mcp --name files -- npx -y @modelcontextprotocol/server-filesystem .', 'over standard streams'],
      ['countersign mcp --name docs --url https://mcp.example.com/mcp', 'a server elsewhere'],
      ['countersign mcp --name files --listen 4800 -- notes-server', 'for clients that speak HTTP'],
      ['countersign mcp pins', 'which definitions are held back, and what changed in them'],
    ],
    afterword: `Options stand before --; what follows it is the server's own. A definition is pinned when it is met first. One that
changes, or comes under a new name, is hidden until somebody has accepted exactly that definition.`,
    load: () => import('../commands/mcp.ts'),
  },
  {
    name: 'acp',
    summary: "a gateway between an editor and an agent: answers the agent's permission requests",
    usage: ['acp -- COMMAND …'],
    most: VERBS,
    passesOn: true,
    options: [...ASKING, STORE, JSON_OPTION, HELP],
    examples: [
      ['countersign acp -- gemini --acp', 'in the editor, in place of `gemini --acp`'],
      ['countersign acp --ask inbox -- copilot --acp', 'questions go to the inbox, not to the editor'],
    ],
    afterword: `An agent asks over this protocol only about what it does not allow itself: put its own mode on asking, and
where it has hooks, wire those as well.`,
    load: () => import('../commands/acp.ts'),
  },
]
