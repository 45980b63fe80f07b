/** HAProxy with the configuration that deploy/ recommends, in front of two servers. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../packages/server/src/platform/embedded-postgres/free-port.ts'
import { createTemporaryFolder } from '../../harness/installation.ts'
import { type Daemon, requireProgram, startDaemon } from './daemon.ts'

const CONFIGURATION = fileURLToPath(new URL('../../../deploy/haproxy/portal.cfg', import.meta.url))

export interface PortalProxy extends Daemon {
  readonly url: string
}

/** The simulated clients have addresses of their own by this header, which real visitors must not send. */
const FOREIGN_ADDRESSES = /^ *http-request del-header X-Forwarded-For\n/m

function writeConfiguration(): string {
  const text = readFileSync(CONFIGURATION, 'utf8')
  if (!FOREIGN_ADDRESSES.test(text)) throw new Error('the proxy no longer removes X-Forwarded-For')
  const path = join(createTemporaryFolder(), 'portal.cfg')
  writeFileSync(
    path,
    text.replace(FOREIGN_ADDRESSES, '').replaceAll('../', `${join(CONFIGURATION, '../..')}/`),
  )
  return path
}

/**
 * `host:port` of the two servers, which need not run yet. `options`: of the address, such as `ssl crt FILE`. `redirectPort`: where it
 * redirects to https. Without options, clients are simulated by `X-Forwarded-For`.
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
  const configuration = options === '' ? writeConfiguration() : CONFIGURATION
  execFileSync(haproxy, ['-c', '-q', '-f', configuration], { env: { ...process.env, ...env } })
  return { ...startDaemon(haproxy, ['-db', '-f', configuration], env), url: `http://localhost:${port}` }
}
