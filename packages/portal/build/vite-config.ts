import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { Features } from 'lightningcss'
import { defaultClientConditions, type InlineConfig, type Plugin } from 'vite'
import { MODERN_BROWSERS, OLDEST_BROWSERS } from './browsers.ts'
import { customMedia } from './custom-media.ts'
import { licenses } from './licenses.ts'
import { type ModuleGraph, makeLoadTest } from './load-test.ts'
import { browserEntry, portal, rendererEntry, rendererFolder, scannerEntry, staging } from './paths.ts'
import { shortTexts } from './short-texts.ts'

const PRELOAD_HELPER = '\0vite/preload-helper.js'
const preloadReplacement = fileURLToPath(new URL('fetch-first.ts', import.meta.url))

/**
 * Replaces Vite's preload helper with `fetch-first.ts`. Lazy modules have no style sheets and no preloads, so they need
 * little more than `import()`. Vite's helper would add 0.6 kB to the first load.
 */
const plainImports: Plugin = {
  name: 'kerf-plain-imports',
  enforce: 'pre',
  load: id =>
    id === PRELOAD_HELPER ? `export { fetchFirst as __vitePreload } from '${preloadReplacement}'` : null,
}

/**
 * Replaces the generated locale runtime (12 kB), which supports many locale strategies. The portal stores the locale in one
 * variable.
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

export const sharedConfig: InlineConfig = {
  root: portal,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  mode: 'production',
  // Packages of this repository are built from their sources.
  resolve: { conditions: ['kerf-source', ...defaultClientConditions] },
  plugins: [customMedia, smallLocaleRuntime, shortTexts, plainImports, licenses, react()],
  // Both builds must create the same class names. Otherwise hydration would change the styles of the page.
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      cssModules: { pattern: '[hash]_[local]' },
      drafts: { customMedia: true },
      exclude: Features.LightDark,
    },
  },
}

/**
 * Scripts run in every supported browser. ES2022 contains syntax that the oldest ones lack (static blocks, `#x in`), which
 * `supported-syntax.ts` forbids; lowering to `OLDEST_BROWSERS` would also lower class fields, 1 kB of the first load, which they have.
 */
const target = 'es2022'
/** Style sheets are written for browsers with `light-dark()`, nesting and `:has()`; old ones get a copy: `old-css.ts`. */
const cssTarget = [...MODERN_BROWSERS]

/** Packages that rarely change, so that their chunk stays cached across releases of the portal. */
const VENDOR = /node_modules\/(?:react|react-dom|scheduler|@tanstack\/history)\/|^\0rolldown\/runtime/

/** Packages that are loaded with the first signed-in page. */
const QUERIES = /node_modules\/@tanstack\/(?:react-query|query-core)\//

const CALLS =
  /\/packages\/contract\/|\/valibot\/|\/src\/lib\/(?:api\/api-client|api\/error-texts|browser\/tab-storage)\.ts|\/error-texts\.ts|\/messages\/error_/
const VISITOR =
  /\/features\/login\/(?!sign-in|social-sign-in|login-error-notice|sign-up|form-steps|find-password-form)|\/lib\/form\/lazy-field-rules|\/ui\/password-field\/password-strength|\/messages\/field_/

const isFirstLoad = makeLoadTest(portal + browserEntry)
const source = (path: string) => `${portal}src/${path}`
/** Modules of every page of the account center. */
const isAccountLoad = makeLoadTest(
  ...['signed-in-layout', 'profile-frame', 'profile-skeleton', 'settings-skeleton'].map(name =>
    source(`routes/frames/${name}.tsx`),
  ),
  source('app/poll-session.ts'),
)
/** Modules that every page loads once it is hydrated. */
const isHydratedLoad = makeLoadTest(
  ...['session-listeners.ts', 'start-analytics.tsx'].map(name => source(`app/${name}`)),
)
/** Modules of the pages of visitors. */
const isVisitorLoad = makeLoadTest(
  ...['register', 'findpwd', 'login-business', 'terms', 'certificate', 'sn-password'].map(name =>
    source(`routes/${name}.tsx`),
  ),
  source('parts/verification-code/verification-code-field.tsx'),
  source('ui/toast/toast-region.tsx'),
  source('features/login/sign-in.ts'),
  source('parts/verification-code/request-code.ts'),
)
const groups = [
  { name: 'vendor', test: VENDOR, priority: 4 },
  {
    name: (id: string, graph: ModuleGraph) => (isFirstLoad(id, graph) ? 'portal' : null),
    debugName: 'portal',
    priority: 3,
  },
  { name: 'queries', test: QUERIES, priority: 3 },
  // Modules of the first API call of a page: client, schemas, error texts and tab storage.
  { name: 'calls', test: CALLS, priority: 1 },
  // Modules shared by sign-up, password recovery and business sign-in. The bundler splits other shared modules itself.
  { name: 'visitor', test: VISITOR, priority: 2 },
  // Two chunks instead of the twenty small ones that the bundler would create for what pages share. Dependencies that other
  // pages need without the rest stay outside.
  {
    name: (id: string, graph: ModuleGraph) => (isHydratedLoad(id, graph) ? 'hydrated' : null),
    debugName: 'hydrated',
    includeDependenciesRecursively: false,
    priority: 0.5,
  },
  {
    name: (id: string, graph: ModuleGraph) =>
      isAccountLoad(id, graph) && !isVisitorLoad(id, graph) ? 'account' : null,
    debugName: 'account',
    includeDependenciesRecursively: false,
    priority: 0,
  },
]

export const browserBuild: InlineConfig = {
  ...sharedConfig,
  build: {
    target,
    cssTarget,
    outDir: staging,
    emptyOutDir: true,
    manifest: true,
    // Inlined assets would be `data:` URLs. They have no content hash, and the policy allows them only for images.
    assetsInlineLimit: 0,
    // One style sheet, linked by the page, needs no loader for style sheets of lazy pages (1 kB).
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: browserEntry,
      // Chunk names contain only the hash. The first chunk lists all of them, and longer names would add 0.3 kB.
      output: { codeSplitting: { groups }, chunkFileNames: 'assets/[hash:7].js' },
    },
  },
}

/** The scanner shares no chunk with the portal: its document loads no code of the portal, and the portal's first load stays as it is. */
export const scannerBuild: InlineConfig = {
  ...sharedConfig,
  build: {
    ...browserBuild.build,
    emptyOutDir: false,
    manifest: '.vite/scanner.json',
    rolldownOptions: { input: scannerEntry, output: { chunkFileNames: 'assets/[hash:7].js' } },
  },
}

/** One small file without imports. A classic script, so that it runs before the page's modules. */
export const classicBuild = (name: string, source: string): InlineConfig => ({
  ...sharedConfig,
  plugins: [smallLocaleRuntime, shortTexts],
  build: {
    target: ['chrome80', 'safari14', 'firefox78'],
    // A source in the syntax of ES5 must stay in it.
    minify: name === 'notice' ? false : 'oxc',
    outDir: staging,
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: `${portal}${source}`,
      output: { format: 'iife', entryFileNames: `assets/${name}-[hash].js` },
    },
  },
})

/** Message center for host pages, in one module. */
export const messagesBuild = (outDir: string): InlineConfig => ({
  ...sharedConfig,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target,
    cssTarget: [...OLDEST_BROWSERS],
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
  ...sharedConfig,
  build: {
    target: 'node26',
    outDir: rendererFolder,
    emptyOutDir: true,
    ssr: rendererEntry,
    copyPublicDir: false,
    minify: false,
  },
  // React and the router are loaded from node_modules, in their production builds.
  ssr: { noExternal: [/^@kerf\//] },
}
