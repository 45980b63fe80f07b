import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const portal = at('..')
export const dist = at('../dist')
/** Where a build grows; only a whole one takes the place of `dist`. */
export const staging = at('../../../.cache/portal-staging')
/** The prerender entry compiled for Node; only the build reads it. */
export const rendererFolder = at('../../../.cache/portal-renderer')
export const browserEntry = 'src/entry-browser.tsx'
export const watchdogEntry = fileURLToPath(new URL('../src/entry-watchdog.ts', import.meta.url))
export const rendererEntry = 'src/entry-prerender.tsx'
