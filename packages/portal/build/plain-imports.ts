/**
 * Without sheets of their own and without preloads, a later part of the page needs little more than `import()`; the
 * helper that is built in for both would be 0.6 kB of the first load. `fetch-first.ts` takes its place.
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
