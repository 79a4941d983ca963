/** Part of the command line: the command that serves, as data. */

import type { CommandSpec } from '../command.ts'
import { HELP, JSON_OPTION, STORE } from './options.ts'

export const SERVING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'serve',
    summary: 'the approval server with its page: one inbox for every agent here',
    usage: ['serve [--port N] [--store STORE]', 'serve --add-approver NAME --approvers FILE'],
    most: 0,
    options: [
      { name: 'port', value: 'N', about: 'where to listen (default: any free port; with accounts 4747)' },
      { name: 'host', value: 'ADDRESS', about: 'the address to listen on (default 127.0.0.1)' },
      { name: 'name', value: 'NAME', about: 'the name by which it is reached from elsewhere; several with commas' },
      STORE,
      { name: 'timeout', value: 'SECONDS', about: 'how long a question stays open (default 300)' },
      { name: 'tls-cert', value: 'FILE', about: 'certificate (PEM): needed for addresses other machines reach' },
      { name: 'tls-key', value: 'FILE', about: 'its key (PEM)' },
      { name: 'insecure', about: 'other machines may answer over plain HTTP all the same' },
      { name: 'approvers', value: 'FILE', about: 'who may answer, with passwords; without it, whoever opens the link' },
      { name: 'add-approver', value: 'NAME', about: 'add somebody to that file, and end' },
      { name: 'webhook', value: 'URL', about: 'tell a chat tool of questions; COUNTERSIGN_WEBHOOK_SECRET signs' },
      { name: 'metrics-token', value: 'FILE', about: 'the token for GET /v1/metrics; made if there is no such file' },
      JSON_OPTION,
      HELP,
    ],
    examples: [
      ['countersign serve', 'prints a link that opens the page, once'],
      ['countersign serve --store postgres://db/countersign', 'several servers, one inbox'],
      ['countersign serve --add-approver ann --approvers approvers.txt', 'an account; asks for a password'],
    ],
    afterword: `Press Enter where it runs for a new link. Agents ask through ~/.local/state/countersign (hooks find it by themselves);
nothing they can read there lets them answer.`,
    load: () => import('../commands/serve.ts'),
  },
]
