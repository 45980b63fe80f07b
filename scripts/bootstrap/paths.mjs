import { fileURLToPath } from 'node:url'

/** The repository's root folder, without a trailing separator. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Stamps, locks and compiler caches. Ignored by git; can be deleted at any time. */
export const cacheDir = `${root}/.cache`

export const consoleDist = `${root}/packages/console/dist`
export const serverDist = `${root}/packages/server/dist`
export const serverMain = `${serverDist}/main.js`
export const consoleMain = `${serverDist}/console.js`
export const operatorMain = `${root}/packages/operator/src/main.ts`
export const portalDist = `${root}/packages/portal/dist`
