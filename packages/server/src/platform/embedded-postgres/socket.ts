/**
 * The Unix socket of a cluster, in its own folder, which only PostgreSQL's user and root can enter. A call over it takes less CPU time
 * than over TCP.
 */
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** The least that a supported system accepts (macOS), without the final NUL. */
const PATH_MAX_BYTES = 103
/** PostgreSQL reads a list of folders, separated by commas. */
const FOLDER = /^[\w./-]+$/

/** Undefined where no socket is possible. */
export function socketFile(cluster: string, port: number): string | undefined {
  const file = join(cluster, `.s.PGSQL.${port}`)
  return process.platform !== 'win32' && FOLDER.test(cluster) && Buffer.byteLength(file) <= PATH_MAX_BYTES
    ? file
    : undefined
}

/** The URL of the same database over the cluster's socket; `url` itself if the running server has none that this process may use. */
export function socketUrl(url: string, cluster: string): string {
  const address = new URL(url)
  const { port } = address
  try {
    accessSync(socketFile(cluster, Number(port)) ?? '', constants.R_OK | constants.W_OK)
  } catch {
    return url
  }
  // The host of the parameter replaces that of the address, which a URL cannot do without.
  address.host = 'localhost'
  address.port = ''
  address.searchParams.set('host', cluster)
  address.searchParams.set('port', port)
  return address.href
}
