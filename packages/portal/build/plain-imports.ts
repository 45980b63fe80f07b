/**
 * Replaces Vite's preload helper with `fetch-first.ts`. Lazy modules have no style sheets and no preloads, so they need
 * little more than `import()`. Vite's helper would add 0.6 kB to the first load.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const replacement = fileURLToPath(new URL('fetch-first.ts', import.meta.url))

export const plainImports: Plugin = {
  name: 'kerf-plain-imports',
  enforce: 'pre',
  load: id => (id === HELPER ? `export { fetchFirst as __vitePreload } from '${replacement}'` : null),
}
