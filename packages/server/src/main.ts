/** The first module, and the only one compiled anew at every start: it has the compiled forms of all others kept. */
import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

// In the tree itself, never in a folder that others may write to: what lies there is run. A tree that cannot be
// written keeps nothing and starts as slowly as the first time.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))

// As many threads as there are cores, so that a hash can wait for one in the pool itself (login/passwords.ts); two at the
// least, of which names that are looked up take no more than half. Read by the pool at its first use.
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(2, availableParallelism()))

const { runProcess } = await import('./process/run-process.ts')
runProcess()
