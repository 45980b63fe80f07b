import { defineConfig } from '@playwright/test'
import { browserLaunchOptions, findTestChromium } from './lib/browser/chromium.ts'

// Each worker has its own browser; all use one running product. On two cores a third worker uses the time that the others
// wait for timeouts.
// biome-ignore lint/style/noDefaultExport: Playwright loads its configuration as the default export
export default defineConfig({
  testDir: '.',
  // Needs the client libraries that `npm run interop` installs.
  testIgnore: process.env.KERF_INTEROP_PACKAGES ? [] : 'interop/**',
  outputDir: '../test-results/files',
  globalSetup: './lib/global-setup.ts',
  workers: 3,
  // The limits only end a test that hangs: no machine is too slow or too busy for them.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ['html', { outputFolder: '../test-results/report', open: 'never' }],
    // Its file is named by PLAYWRIGHT_JSON_OUTPUT_FILE.
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : []),
  ],
  use: {
    launchOptions: browserLaunchOptions(findTestChromium()),
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // A trace costs a third of a test's CPU time. `npm test` runs a failed test again with one; else `--trace=on` asks for it.
    trace: 'off',
  },
})
