/**
 * The Vercel AI SDK: `generateText({ tools: guard.tools(tools), toolApproval: guard.toolApproval })`; version 6 knows only the
 * first. Here the loop is a script, so that it runs without the package and without a model.
 */

import { askBy, openGate } from 'countersign'
import { countersign } from 'countersign/ai-sdk'

const gate = await openGate({
  cwd: import.meta.dirname,
  home: import.meta.dirname, // your own policy has no say in an example
  store: 'memory',
  policy: { allow: ['Bash(npm test)'], deny: ['Bash(rm:*)'], tools: { disallowed: ['drop_table'] } },
  // A person may change what is run: it is decided again, and checked against the tool's schema.
  asker: askBy(({ call }) => {
    const isDry = call.input.command.endsWith('--dry-run')
    const input = isDry ? {} : { input: { command: `${call.input.command} --dry-run` } }
    return { behavior: 'allow', by: 'ann', ...input }
  }),
})

const ran = []
const guard = countersign(gate, { session: 'chat-7' })
const tools = guard.tools({
  bash: { description: 'Runs a command', execute: async ({ command }) => ran.push(command) },
  drop_table: { description: 'Hidden by the policy', execute: async () => ran.push('drop_table') },
})

for (const [index, command] of ['npm test', 'rm -rf build', 'npm publish'].entries()) {
  try {
    await tools.bash.execute({ command }, { toolCallId: `call-${index}` })
    console.log(`${command}\n  ran ${ran.at(-1)}`)
  } catch (error) {
    console.log(`${command}\n  the model reads: ${error.message}`)
  }
}
await gate.close()
if (ran.join() !== 'npm test,npm publish --dry-run' || 'drop_table' in tools) process.exitCode = 1
