/** What the build of the console of operators shares with that of the portal. */
export { compressAssets } from './compress.ts'
export { sharedConfig } from './vite-config.ts'
