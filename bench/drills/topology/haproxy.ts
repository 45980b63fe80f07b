/** HAProxy with the configuration that deploy/ recommends, in front of two servers. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../packages/server/src/platform/embedded-postgres/free-port.ts'
import { type Daemon, requireProgram, startDaemon } from './daemon.ts'

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/haproxy/portal.cfg', import.meta.url))

export interface PortalProxy extends Daemon {
  readonly url: string
}

/**
 * `host:port` of the two servers, which need not run yet. `options`: of the address, such as `ssl crt FILE`. `redirectPort`: where it
 * redirects to https.
 */
export async function startPortalProxy(
  [nodeA, nodeB]: readonly [string, string],
  options = '',
  redirectPort?: number,
): Promise<PortalProxy> {
  const port = await findFreePort()
  const haproxy = requireProgram('haproxy', 'haproxy')
  const env = {
    ...{ KERF_BIND: `127.0.0.1:${port} ${options}`.trim(), KERF_NODE_A: nodeA, KERF_NODE_B: nodeB },
    ...(redirectPort && { KERF_BIND_HTTP: `127.0.0.1:${redirectPort}` }),
  }
  execFileSync(haproxy, ['-c', '-q', '-f', CONFIGURATION], { env: { ...process.env, ...env } })
  return { ...startDaemon(haproxy, ['-db', '-f', CONFIGURATION], env), url: `http://localhost:${port}` }
}
