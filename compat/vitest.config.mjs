import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.mjs'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // Each client is a process of its own, some of several; the machine is shared.
    fileParallelism: false,
  },
})
