import { fileURLToPath } from 'node:url'

/** The checkout's root folder, with its trailing separator removed. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Stamps, locks and compiler caches; ignored by git and safe to delete at any time. */
export const cacheDir = `${root}/.cache`

export const serverDist = `${root}/packages/server/dist`
export const serverMain = `${serverDist}/main.js`
export const operatorMain = `${root}/packages/operator/src/main.ts`
export const portalDist = `${root}/packages/portal/dist`
