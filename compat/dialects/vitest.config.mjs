import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['tests/**/*.test.mjs'], testTimeout: 300_000, hookTimeout: 60_000, fileParallelism: false },
})
