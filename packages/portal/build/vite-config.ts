import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import type { InlineConfig, Plugin } from 'vite'
import { customMedia } from './custom-media.ts'
import { type ModuleGraph, makeFirstLoadTest } from './first-load.ts'
import { licences } from './licences.ts'
import { browserEntry, portal, rendererEntry, rendererFolder, staging, watchdogEntry } from './paths.ts'
import { plainImports } from './plain-imports.ts'
import { shortTexts } from './short-texts.ts'

/**
 * The texts' own run-time is made for every way of finding a locale (12 kB); here the path alone decides, and one
 * variable holds it.
 */
const smallLocaleRuntime: Plugin = {
  name: 'kerf-small-locale-runtime',
  enforce: 'pre',
  resolveId(source, importer) {
    const isRuntime = source === '@kerf/locales/runtime' || /^\.{1,2}\/runtime\.js$/.test(source)
    const fromTexts = importer?.includes('/locales/generated/') || importer?.startsWith(`${portal}src/`)
    return isRuntime && fromTexts ? `${portal}build/locale-runtime.ts` : null
  },
}

const shared: InlineConfig = {
  root: portal,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  mode: 'production',
  plugins: [customMedia, smallLocaleRuntime, shortTexts, plainImports, licences, react()],
  // Both builds must name a class alike, else the page would change its looks when it comes alive.
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      cssModules: { pattern: '[hash]_[local]' },
      drafts: { customMedia: true },
      exclude: Features.LightDark,
    },
  },
}

/** `light-dark()`, nesting and `:has()` as they are. */
const target = ['chrome123', 'edge123', 'firefox128', 'safari17.5', 'ios17.5']

/** Changes seldom, so a new release of the portal leaves it in every cache. */
const VENDOR =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-router|router-core|history|react-store|store))\/|^\0rolldown\/runtime/

/** Loaded with the first signed-in screen. */
const QUERIES = /node_modules\/@tanstack\/(?:react-query|query-core)\//

const CALLS =
  /\/packages\/contract\/|\/valibot\/|\/src\/lib\/(?:api-client|error-texts|tab-storage)\.ts|\/error-texts\.ts|\/messages\/error_/
const VISITOR =
  /\/features\/login\/(?!sign-in|login-error-notice)|\/lib\/lazy-field-rules|\/ui\/password-field\/password-strength|\/messages\/field_/

const isFirstLoad = makeFirstLoadTest(portal + browserEntry)
const groups = [
  { name: 'vendor', test: VENDOR, priority: 4 },
  {
    name: (id: string, graph: ModuleGraph) => (isFirstLoad(id, graph) ? 'portal' : null),
    debugName: 'portal',
    priority: 3,
  },
  { name: 'queries', test: QUERIES, priority: 3 },
  // What the first call of any page needs: client, schemas, the words for failures, and what is remembered of it.
  { name: 'calls', test: CALLS, priority: 1 },
  // What sign-up, recovery and business sign-in share. Other pages share by themselves.
  { name: 'visitor', test: VISITOR, priority: 2 },
]

export const browserBuild: InlineConfig = {
  ...shared,
  build: {
    target,
    outDir: staging,
    emptyOutDir: true,
    manifest: true,
    // An asset in a data: address would be one that no hash and no policy covers.
    assetsInlineLimit: 0,
    // With one sheet, fetched by the page itself, no loader for the sheets of later pages is needed (1 kB).
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: browserEntry,
      // Later pages by their hash alone: the first one lists them all, and names cost it 0.3 kB.
      output: { codeSplitting: { groups }, chunkFileNames: 'assets/[hash:7].js' },
    },
  },
}

/** One small file that needs no other; classic, so that it runs before the page's modules. */
export const watchdogBuild: InlineConfig = {
  ...shared,
  plugins: [smallLocaleRuntime, shortTexts],
  build: {
    target: ['chrome80', 'safari14', 'firefox78'],
    outDir: staging,
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: watchdogEntry,
      output: { format: 'iife', entryFileNames: 'assets/watchdog-[hash].js' },
    },
  },
}

/** For hosts: everything in one module. */
export const messagesBuild = (outDir: string): InlineConfig => ({
  ...shared,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target,
    outDir,
    emptyOutDir: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    minify: 'oxc',
    lib: {
      entry: `${portal}src/entry-messages.tsx`,
      formats: ['es'],
      fileName: () => 'kerf-messages.js',
      cssFileName: 'style',
    },
    rolldownOptions: { output: { minify: true, codeSplitting: false } },
  },
})

export const rendererBuild: InlineConfig = {
  ...shared,
  build: {
    target: 'node26',
    outDir: rendererFolder,
    emptyOutDir: true,
    ssr: rendererEntry,
    copyPublicDir: false,
    minify: false,
  },
  // React and the router come from node_modules: the same, production build of both.
  ssr: { noExternal: [/^@kerf\//] },
}
