import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { Features } from 'lightningcss'
import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { findTestChromium } from './e2e/lib/browser/chromium.ts'
import { customMedia } from './packages/portal/build/custom-media.ts'

const { executablePath, env } = findTestChromium()

const instance = { browser: 'chromium', viewport: { width: 390, height: 844 } } as const
/** They mock modules, which only works before another file has loaded them: each has a page of its own. */
const MOCKING = [
  'portal/src/features/selftest/call-list.component.test.tsx',
  'portal/src/features/training/host-file-buttons.component.test.tsx',
]

// Component tests run in a real browser: focus, layout, pointer and keyboard events are the browser's own.
// biome-ignore lint/style/noDefaultExport: vitest loads its configuration as the default export
export default defineConfig({
  root: `${import.meta.dirname}/packages`,
  plugins: [customMedia, react()],
  resolve: {
    conditions: ['kerf-source', ...defaultClientConditions],
    // All texts in one module: a request for each of 2,500 modules takes a fifth of the CPU time of these tests.
    alias: { '@kerf/locales/messages': `${import.meta.dirname}/locales/generated/messages-joined.js` },
  },
  css: {
    transformer: 'lightningcss',
    lightningcss: { drafts: { customMedia: true }, exclude: Features.LightDark },
  },
  // Found before the first test: a dependency that Vite discovers later reloads the page in the middle of one.
  optimizeDeps: {
    entries: ['{portal,console}/src/**/*.component.test.tsx'],
    include: ['vitest-browser-react', 'react/jsx-dev-runtime', '@tanstack/react-query', '@tanstack/history'],
  },
  test: {
    name: 'components',
    include: ['{portal,console}/src/**/*.component.test.tsx'],
    setupFiles: ['portal/src/test/component-setup.ts'],
    isolate: false,
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath,
          chromiumSandbox: false,
          args: ['--disable-dev-shm-usage', '--disable-gpu'],
          env: { ...process.env, ...env } as Record<string, string>,
        },
      }),
      // One page for all files: to load the modules again costs a file more than its tests.
      instances: [
        { ...instance, name: 'components', exclude: MOCKING },
        { ...instance, name: 'components with mocked modules', include: MOCKING, isolate: true },
      ],
    },
  },
})
