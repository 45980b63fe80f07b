/**
 * Without sheets of their own and without preloads, a later part of the page is fetched by `import()` alone; the
 * helper that is built in for both would be 0.6 kB of the first load.
 */
import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

export const plainImports: Plugin = {
  name: 'kerf-plain-imports',
  enforce: 'pre',
  load: id => (id === HELPER ? 'export const __vitePreload = load => load()' : null),
}
