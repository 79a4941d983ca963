/** The page of all commands says what each says of itself. `npx vitest run src/cli/reference.test.ts -u` writes it anew. */

import { expect, test } from 'vitest'
import { allCommands } from './commands.ts'
import { drawCommand } from './render/help.ts'
import { Page } from './render/page.ts'

test('docs/reference/commands.md names every command and option', async () => {
  const helps = allCommands().map((command) => {
    const page = new Page(false)
    drawCommand(page, command)
    return `## ${command.name}\n\n\`\`\`text\n${page}\`\`\`\n`
  })
  const head = '# Commands\n\nWhat `countersign COMMAND --help` prints.\n'
  await expect([head, ...helps].join('\n')).toMatchFileSnapshot('../../docs/reference/commands.md')
})
