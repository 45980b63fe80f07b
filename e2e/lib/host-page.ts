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
  headers: Readonly<Record<string, string>> = {},
): Promise<HostPage> {
  const server = createServer((request, response) => {
    const found = request.url === '/'
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(found ? html : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://app.kerf.localhost:${port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
