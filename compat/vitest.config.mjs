import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longest-first.mjs'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.mjs'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // Each client is one process or several, which mostly wait; each has a folder of its own and they share no port. In
    // CI they share the machine with all other tests, so there are at most two at once.
    maxWorkers: 2,
    sequence: {
      sequencer: longestFirst(['claude-code', 'copilot-cli', 'copilot-run', 'server-hooks', 'claude-agent-sdk']),
    },
  },
})
