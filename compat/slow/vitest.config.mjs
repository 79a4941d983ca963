import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.mjs'],
    testTimeout: 400_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})
