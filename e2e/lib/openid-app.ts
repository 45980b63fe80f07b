/** An app in the browser that logs people in by OpenID Connect, without a server: its page at the redirect address is empty. */
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { kerf } from './codes.ts'

const random = () => randomBytes(32).toString('base64url')

export interface OpenIdApp {
  stop(): void
  readonly clientId: string
  /** Opens the provider's authorization endpoint. */
  begin(page: Page, parameters?: Readonly<Record<string, string>>): Promise<void>
  /** Waits until the browser is back at the app. Returns the parameters of the response. */
  arrive(page: Page): Promise<Readonly<Record<string, string>>>
  /** Redeems a code. Returns the tokens and what the app learned of the person. */
  redeem(
    code: string,
  ): Promise<{ readonly scope: string; readonly person: Readonly<Record<string, unknown>> }>
}

export async function registerOpenIdApp(url: string, name: string, ...words: string[]): Promise<OpenIdApp> {
  // A request that follows a redirect cannot be answered by `page.route`.
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<title>App</title><link rel="icon" href="data:,">')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const callback = `http://app.localhost:${(server.address() as AddressInfo).port}/callback`
  const app = ['--code', 'creative', '--name', name, '--type', 'browser', '--redirect', callback]
  const { clientId } = (await kerf('app', 'create', ...app, ...words)) as { clientId: string }
  let verifier = ''
  return {
    clientId,
    stop() {
      server.close()
      server.closeAllConnections()
    },
    async begin(page, parameters = {}) {
      verifier = random()
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: callback,
        response_type: 'code',
        scope: 'openid profile email',
        state: random(),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...parameters,
      })
      await page.goto(`${url}/oidc/authorize?${query}`)
    },
    async arrive(page) {
      await page.waitForURL(address => address.href.startsWith(callback))
      return Object.fromEntries(new URL(page.url()).searchParams)
    },
    async redeem(code) {
      const body = new URLSearchParams({
        ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: callback },
        ...{ code, code_verifier: verifier },
      })
      const answer = await fetch(`${url}/oidc/token`, { method: 'POST', body })
      const tokens = (await answer.json()) as { access_token: string; scope: string }
      const person = await fetch(`${url}/oidc/userinfo`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      })
      return { scope: tokens.scope, person: (await person.json()) as Record<string, unknown> }
    },
  }
}
