import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Browser journeys, two files at a time, each with a browser of its own, all against one running product.
// biome-ignore lint/style/noDefaultExport: vitest loads its configuration as the default export
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    globalSetup: ['lib/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    // Again where a busy machine was too slow; the report names what needed it.
    retry: 2,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
})
