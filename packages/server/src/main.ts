/** Entry module. Enables the compile cache before any other module is loaded. */
import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

// The cache holds code that is executed, so it is inside the tree and never in a folder that others can write to.
// In a read-only tree nothing is cached and every start is as slow as the first.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))

// One thread a core for password hashes (identity/password/password-hash.ts), at least two: DNS lookups use up to half of the pool.
// Node reads the variable at the first use of the pool.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(2, availableParallelism()))

const { runProcess } = await import('./process/run-process.ts')
runProcess()
