import { defineConfig } from 'vitest/config'

const setupFiles = ['scripts/test/quiet-console.ts']

// Two projects, because only the server's tests need a database: a run of one contract test starts none.
// biome-ignore lint/style/noDefaultExport: vitest loads its configuration as the default export
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles,
          include: [
            'packages/{contract,portal,embed}/{src,test,build}/**/*.test.{ts,tsx}',
            'brands/**/*.test.ts',
            'locales/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          // These run in a browser: vitest.components.config.ts.
          exclude: ['**/*.component.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles,
          globalSetup: ['packages/server/test/global-setup.ts'],
          include: ['packages/{server,operator}/{src,test}/**/*.test.ts'],
          // Generous: a busy machine must not fail a test that waits for a condition.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
