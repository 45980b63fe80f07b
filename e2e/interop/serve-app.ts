/** A page of an app that runs a program of the documents with its library, as a bundler would resolve it. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readProgram } from '../../packages/server/test/openid/quick-start.ts'
import { kerf } from '../lib/codes.ts'

interface App {
  readonly issuer: string
  /** name of the program */
  readonly program: string
  /** folder with the packages */
  readonly packages: string
  /** files in the folder, by the names that the program imports */
  readonly modules: Readonly<Record<string, string>>
  /** options of its registration */
  readonly options?: readonly string[]
}

export async function serveApp({ issuer, program, packages, modules, options = [] }: App) {
  const files = new Map(
    Object.entries(modules).map(([name, file]) => [
      `/${name}.js`,
      readFileSync(`${packages}/${file}`, 'utf8'),
    ]),
  )
  files.set(`/${program}`, readProgram(program))
  let html = ''
  const server = createServer((request, response) => {
    const script = files.get(new URL(request.url ?? '/', issuer).pathname)
    response
      .setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
      .end(script ?? html)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://app.localhost:${(server.address() as AddressInfo).port}/`
  const words = ['--code', 'creative', '--name', 'App', '--type', 'browser']
  const addresses = ['--redirect', url, '--post-logout', url]
  const { clientId } = (await kerf('app', 'create', ...words, ...addresses, ...options)) as {
    clientId: string
  }
  const imports = Object.fromEntries(Object.keys(modules).map(name => [name, `/${name}.js`]))
  html = `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>
<body data-issuer="${issuer}" data-client-id="${clientId}" data-scope="openid email offline_access">
<p id="person"></p><button></button><script type="module" src="/${program}"></script>`
  return {
    url,
    clientId,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
