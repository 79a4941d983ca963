/** The shell script and the server together: what the one says, the other understands. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../src/server/testing.ts'
import { find, ShimHome } from './hook-shim.ts'
import type { Tool } from './hook-shim.ts'

const TOOLS: readonly Tool[] = ['nc', 'curl']

describe.each(TOOLS.filter((tool) => process.env['CI'] !== undefined || find(tool) !== undefined))(
  'a server asked through %s',
  (tool) => {
    let server: TestServer
    let shim: ShimHome

    beforeAll(async () => {
      server = await TestServer.start()
      shim = new ShimHome(tool, server.home)
      // Then there is no other way.
      rmSync(join(shim.path, 'node'))
      if (tool === 'curl') rmSync(shim.state('hooks'), { recursive: true })
    })
    afterAll(() => server.stop())

    const payload = (command: string) =>
      JSON.stringify({
        session_id: 's',
        cwd: '/',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command },
      })
    const asked = (project: string, command = 'ls') =>
      shim.hook({ CLAUDE_PROJECT_DIR: project, COUNTERSIGN_WITHIN: '60' }, payload(command))

    it('decides by the policy of the project that the agent was started in', async () => {
      const strict = join(server.home, 'strict \u00e4')
      mkdirSync(strict)
      writeFileSync(join(strict, 'countersign.yaml'), 'deny: [ "shell(ls)" ]\n')
      expect(await asked(server.folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('"allow"') })
      expect(await asked(strict)).toMatchObject({ code: 0, stdout: expect.stringContaining('"deny"') })
    })

    it('does not take a project for one whose name is the same but for a blank at its end', async () => {
      const strict = `${server.folder} `
      mkdirSync(strict)
      writeFileSync(join(strict, 'countersign.yaml'), 'deny: [ "shell(ls)" ]\n')
      expect((await asked(strict)).stdout).not.toContain('"allow"')
    })

    it('answers many at a time, each its own', async () => {
      const lines = Array.from({ length: 24 }, (_, index) => `echo ${index}`)
      const answers = await Promise.all(lines.map((line) => asked(server.folder, line)))
      // More than can be under way between note and connection block; none is answered for another.
      for (const [index, { code, stdout }] of answers.entries())
        if (code === 0) expect(stdout).toContain(`\`${lines[index]}\``)
      expect(answers.filter(({ code }) => code === 0).length).toBeGreaterThan(0)
    })

    it.each(['', '{', '{}', 'x'.repeat(3_000_000)])(
      'blocks what is not a call and says why in one sentence',
      async (given) => {
        const { code, stdout, stderr } = await shim.hook({}, given)
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
        expect(stderr).toMatch(/^Not allowed: [^\n]*[^.]\.\n$/)
      },
    )
  },
)
