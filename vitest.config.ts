import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { areCapturesHere } from './test/captures.ts'

if (!areCapturesHere)
  console.warn('The captures of real agents are not on this machine: tests that read them are left out.')

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: areCapturesHere ? [] : ['src/vocabulary/payloads.test.ts'],
    globalSetup: ['src/cli/testing-shared.ts'],
    // Vitest leaves one core to itself; it hardly uses it.
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes, on a busy machine as well.
    expect: { poll: { timeout: 60_000 } },
  },
})
