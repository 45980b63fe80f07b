import { defineConfig } from 'vitest/config'

const setupFiles = ['scripts/test/quiet-console.ts']

// Two projects, because only the server's tests need a database: a contract test alone starts none.
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
          globalSetup: ['packages/server/test/support/global-setup.ts'],
          include: ['packages/{server,operator}/{src,test}/**/*.test.ts'],
          // Long enough for a busy machine: tests wait for conditions.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
