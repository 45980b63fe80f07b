/** The first module, and the only one compiled anew at every start: it has the compiled forms of all others kept. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// In the tree itself, never in a folder that others may write to: what lies there is run. A tree that cannot be
// written keeps nothing and starts as slowly as the first time.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))

const { runProcess } = await import('./run-process.ts')
runProcess()
