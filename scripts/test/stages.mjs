import { cacheDir } from '../bootstrap/paths.mjs'

const bin = path => `node_modules/${path}`
const vitest = (name, report, args) => ({
  name,
  report,
  args: [
    bin('vitest/vitest.mjs'),
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  env: { NODE_ENV: 'test' },
})

export const types = { name: 'types', quiet: true, args: [bin('typescript/bin/tsc'), '-b'] }

export const lint = {
  name: 'lint',
  quiet: true,
  args: [
    bin('@biomejs/biome/bin/biome'),
    'ci',
    '--error-on-warnings',
    '--max-diagnostics=200',
    '--colors=off',
    '.',
  ],
}

export const deadCode = {
  name: 'dead code',
  quiet: true,
  args: [bin('knip/bin/knip.js'), '--config', 'scripts/test/knip.json', '--no-progress', '--no-config-hints'],
}

/** Unit and API tests; `args` are vitest's, such as a file name filter. */
export const unit = (args = []) => vitest('unit, API', `${cacheDir}/test/unit.json`, args)

/** Browser journeys against the running product. */
export const browser = (args = []) =>
  vitest('browser', `${cacheDir}/test/browser.json`, ['--config', 'e2e/vitest.config.ts', ...args])
