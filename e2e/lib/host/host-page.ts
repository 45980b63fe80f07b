/** Serves a page of a host app on its own origin. Chromium blocks requests from intercepted origins to this machine. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HostPage {
  readonly url: string
  close(): void
}

export async function serveHostPage(
  html: string,
  { headers = {}, port = 0 }: { headers?: Readonly<Record<string, string>>; port?: number } = {},
): Promise<HostPage> {
  const server = createServer((request, response) => {
    const found = request.url === '/'
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(found ? html : '')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://app.kerf.localhost:${address.port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
