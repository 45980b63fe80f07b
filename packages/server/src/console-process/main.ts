/** Entry of the console's process: `npm run console`. It has no database and no key (S-174). */
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../platform/config/config.ts'
import { readConsoleConfig } from './console-config.ts'
import { buildConsoleServer } from './console-server.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

async function main(): Promise<void> {
  const config = readConsoleConfig(process.env, root)
  const http = buildConsoleServer(config)
  await http.listen(config.listen)
  const ready = `The console is ready: ${config.origin}`
  if (config.production) http.log.info(ready)
  // A parent process waits for it.
  process.send?.(ready)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void http.close().then(() => process.exit(0)))
  process.on('disconnect', () => process.exit(0))
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
