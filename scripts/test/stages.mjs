import { readdirSync } from 'node:fs'
import { cacheDir, root } from '../bootstrap/paths.mjs'

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
    '--reporter=./scripts/test/unhandled-errors.mjs',
    `--outputFile.json=${report}`,
  ],
  env: { NODE_ENV: 'test' },
})

// Several type checkers in parallel repeat each other's work: a single one takes a third less CPU time.
export const types = {
  name: 'types',
  quiet: true,
  args: [bin('typescript/bin/tsc'), '-b', '--checkers', '1'],
}

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

/** The repository's own checks: every `scripts/lint/check-*.mjs` is a program that fails when it finds an error. */
export const structureChecks = readdirSync(`${root}/scripts/lint`)
  .filter(file => /^check-.*\.mjs$/.test(file))
  .sort()
  .map(file => ({
    name: file.slice('check-'.length, -'.mjs'.length),
    quiet: true,
    args: [`scripts/lint/${file}`],
  }))

/** Unit and API tests; `args` are arguments of vitest, such as a part of a file name. */
export const unit = (args = []) => vitest('unit, API', `${cacheDir}/test/unit.json`, args)

/** Component tests in a browser; `args` are arguments of vitest. */
export const components = (args = []) =>
  vitest('components', `${cacheDir}/test/components.json`, [
    '--config',
    'vitest.components.config.ts',
    ...args,
  ])

/** Browser tests against the running product; `args` are arguments of Playwright, such as a part of a file name. */
export const browser = (args = []) => {
  const report = `${cacheDir}/test/browser.json`
  return {
    name: 'browser',
    report,
    args: [bin('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts', ...args],
    env: { NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }
}
