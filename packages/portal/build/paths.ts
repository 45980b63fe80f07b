import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const portal = at('..')
export const dist = at('../dist')
/** Output folder of a running build. It replaces `dist` only when the build is complete. */
export const staging = at('../../../.cache/portal-staging')
/** Prerender entry compiled for Node. Used only by the build. */
export const rendererFolder = at('../../../.cache/portal-renderer')
export const browserEntry = 'src/entry-browser.tsx'
export const scannerEntry = 'src/entry-scanner.tsx'
export const rendererEntry = 'src/entry-prerender.tsx'
