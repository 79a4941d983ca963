import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longest-first.mjs'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.mjs'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // Each client is a process of its own, some of several, which mostly wait: they have a place each and no port in common. In CI they share
    // the machine with all other tests, so it is no more than two.
    maxWorkers: 2,
    sequence: {
      sequencer: longestFirst(['claude-code', 'copilot-cli', 'copilot-run', 'server-hooks', 'claude-agent-sdk']),
    },
  },
})
