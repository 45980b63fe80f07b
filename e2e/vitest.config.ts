import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Browser journeys: two at a time, each file with a server and a browser of its own.
// biome-ignore lint/style/noDefaultExport: vitest loads its configuration as the default export
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
