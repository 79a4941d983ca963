import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Captures of real agents are kept beside the repository, not in it; where `CI` is set they must be there. */
const CAPTURES = new URL('../shared/facts/payloads/', import.meta.url)
const withoutCaptures = !existsSync(CAPTURES) && process.env['CI'] === undefined
if (withoutCaptures)
  console.warn('The captures of real agents are not on this machine: src/vocabulary/payloads.test.ts is left out.')

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: withoutCaptures ? ['src/vocabulary/payloads.test.ts'] : [],
    globalSetup: ['src/cli/testing-shared.ts'],
    // Vitest leaves one core to itself; it hardly uses it.
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes, on a busy machine as well.
    expect: { poll: { timeout: 60_000 } },
  },
})
