import { defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests wait for conditions. The limits only end a test that hangs: no machine is too slow or too busy for them. */
const shared = {
  setupFiles: ['scripts/test/quiet-console.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
}

/** `npm test` runs these with `--full` only. */
const leftOut = process.env.TEST_FILES === 'sample' ? ['**/*.full.test.ts'] : []

const support = (file: string) => `${import.meta.dirname}/packages/server/test/support/${file}`

// Unit tests are a project of their own, so that a contract test alone starts no database.
// biome-ignore lint/style/noDefaultExport: vitest loads its configuration as the default export
export default defineConfig({
  // Packages of this repository are tested from their sources.
  ssr: {
    resolve: { conditions: ['kerf-source', ...defaultServerConditions.filter(name => name !== 'module')] },
  },
  test: {
    pool: 'forks',
    // On two cores four workers use the time that each waits for the database and for timeouts.
    maxWorkers: 4,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          isolate: false,
          setupFiles: [...shared.setupFiles, 'scripts/test/separate-files.ts'],
          include: [
            'packages/{client,contract,console,portal,embed}/{src,test,build}/**/*.test.{ts,tsx}',
            'brands/**/*.test.ts',
            'courses/**/*.test.ts',
            'locales/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          // These run in a browser: vitest.components.config.ts.
          exclude: ['**/*.component.test.tsx', ...leftOut],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          // Tests that start the server or `kerf` on a database.
          name: 'server',
          globalSetup: ['packages/server/test/support/global-setup.ts'],
          alias: [
            { find: /^.*\/password-hash-cost\.ts$/, replacement: support('cheap-password-hash.ts') },
            { find: /^.*\/proof-of-work-cost\.ts$/, replacement: support('cheap-proof-of-work.ts') },
            { find: /^.*\/database-timeouts\.ts$/, replacement: support('patient-database.ts') },
            { find: /^.*\/picture-timeouts\.ts$/, replacement: support('patient-pictures.ts') },
          ],
          include: [
            'packages/server/{src,test}/**/*.test.ts',
            'packages/operator/src/**/*.test.ts',
            'bench/{drills,scale}/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...leftOut],
          // The files of a worker share the loaded server, which takes longer to load than most of them to run. Each has a
          // database of its own.
          isolate: false,
        },
      },
    ],
  },
})
