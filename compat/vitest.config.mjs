import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.mjs'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // Each client is a process of its own, some of several, which mostly wait: two at a time have a place each and no port in common.
    maxWorkers: 2,
  },
})
