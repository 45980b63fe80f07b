import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

const setupFiles = ['scripts/test/quiet-console.ts']

/** Tests that start the server or `kerf` on a database. */
const databaseTests = {
  setupFiles,
  globalSetup: ['packages/server/test/support/global-setup.ts'],
  // Long enough for a busy machine: tests wait for conditions.
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

// Unit tests are a project of their own, so that a contract test alone starts no database.
// biome-ignore lint/style/noDefaultExport: vitest loads its configuration as the default export
export default defineConfig({
  // Packages of this repository are tested from their sources.
  ssr: {
    resolve: { conditions: ['kerf-source', ...defaultServerConditions.filter(name => name !== 'module')] },
  },
  test: {
    pool: 'forks',
    // On two cores a third worker uses the time that the others wait for the database and for timeouts.
    maxWorkers: 3,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles,
          include: [
            'packages/{client,contract,portal,embed}/{src,test,build}/**/*.test.{ts,tsx}',
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
          ...databaseTests,
          name: 'server',
          include: ['packages/server/{src,test}/**/*.test.ts', 'packages/operator/src/**/*.test.ts'],
          // The files of a worker share the loaded server, which takes longer to load than most of them to run. Each has a
          // database of its own.
          isolate: false,
        },
      },
    ],
  },
})
