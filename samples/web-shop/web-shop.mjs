// A web shop of a third party extends the warranty of the machines that a person chooses.
//   npm install openid-client
import { createServer } from 'node:http'
import * as client from 'openid-client'

// Register the app with --party third --redirect http://localhost:8080/callback
const {
  ISSUER = 'https://passport.kerf.example',
  CLIENT_ID = '',
  CLIENT_SECRET = '',
  PORT = '8080',
} = process.env
const origin = `http://localhost:${PORT}`
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, {
  execute: ISSUER.startsWith('http:') ? [client.allowInsecureRequests] : [],
})

/** By state. The cookie binds a login to the browser that began it. */
const logins = new Map()
/** By identifier: the shop never learns a serial number. */
const warranties = new Map()

async function begin(response) {
  const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()]
  logins.set(state, verifier)
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: `${origin}/callback`,
    scope: 'openid',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    authorization_details: JSON.stringify([{ type: 'machine', actions: ['view'] }]),
  })
  response.writeHead(303, {
    location: address.href,
    'set-cookie': `login=${state}; Path=/callback; HttpOnly; SameSite=Lax`,
  })
  response.end()
}

async function finish(request, response, url) {
  const state = /(?:^|; )login=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  const pkceCodeVerifier = logins.get(state)
  logins.delete(state)
  if (!pkceCodeVerifier) return response.writeHead(400).end('This purchase has expired. Start again.')
  // Throws if the answer belongs to another login, or the person chose no machine.
  const tokens = await client.authorizationCodeGrant(config, url, { pkceCodeVerifier, expectedState: state })
  // A machine may have been sold since: what counts is the answer at the moment of the purchase.
  const { authorization_details: machines = [] } = await client.tokenIntrospection(
    config,
    tokens.access_token,
  )
  for (const { identifier } of machines) warranties.set(identifier, (warranties.get(identifier) ?? 2) + 1)
  const lines = machines.map(
    ({ identifier, line }) => `${line} ${identifier}: ${warranties.get(identifier)} years`,
  )
  response.end(lines.join('\n') || 'No machine is left.')
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, origin)
  try {
    if (url.pathname === '/extend') await begin(response)
    else if (url.pathname === '/callback') await finish(request, response, url)
    else response.writeHead(404).end()
  } catch (error) {
    response.writeHead(400).end(error.error ?? 'The portal does not answer. Try again later.')
  }
})
server.listen(Number(PORT), () => console.log(`The shop is ready: ${origin}/extend`))
