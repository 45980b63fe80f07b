// Logs a person in by the system browser (RFC 8252) and keeps the refresh token in the keychain of the system.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { AsyncEntry } from '@napi-rs/keyring'
import * as client from 'openid-client'

// Register the app with --type native --redirect http://127.0.0.1/callback
export const { ISSUER = 'https://passport.kerf.example', CLIENT_ID = '' } = process.env
const LOGIN_TIMEOUT_MS = 5 * 60_000
const OPENERS = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }

/** One entry for all windows of the app. */
const keychain = new AsyncEntry('Kerf Passport sample', CLIENT_ID)

/** The portal has answered that the login is over. Everything else, no answer or 503, leaves it as it is. */
const isRefusal = error => error instanceof client.ResponseBodyError && error.status < 429

/** Stores the refresh token first: the one before it ends soon after the access token is used. */
async function store(tokens) {
  if (tokens.refresh_token) await keychain.setPassword(tokens.refresh_token)
  return tokens.access_token
}

/** An access token for the stored login; undefined: there is none, or it has ended. */
async function renew(config) {
  let tried
  // Another window may replace the token while this one is refused: then try once more with the new one.
  for (let kept = await keychain.getPassword(); kept && kept !== tried; kept = await keychain.getPassword()) {
    tried = kept
    try {
      return await store(await client.refreshTokenGrant(config, kept))
    } catch (error) {
      if (!isRefusal(error)) throw error
      console.error(`The portal refused: ${error.error_description}`)
    }
  }
  if (tried) await keychain.deletePassword()
}

export function openBrowser(address) {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  // Without a browser here, the person copies the printed address.
  spawn(command, [...args, address], { stdio: 'ignore' }).on('error', () => {})
}

/** The address by which the browser returned. Pages may call this port, too: only the answer to this login has its state. */
function receiveAnswer(server, redirectUri, state) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Nobody finished the login.')), LOGIN_TIMEOUT_MS).unref()
    server.on('request', (request, response) => {
      const url = new URL(request.url, redirectUri)
      if (url.pathname !== '/callback' || url.searchParams.get('state') !== state)
        return response.writeHead(404).end()
      response.end('You can close this window.')
      resolve(url)
    })
  })
}

async function logIn(config, scope) {
  const server = createServer().listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const redirectUri = `http://127.0.0.1:${server.address().port}/callback`
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      prompt: 'consent',
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    console.log(`Open this address: ${address.href}`)
    openBrowser(address.href)
    const answer = await receiveAnswer(server, redirectUri, state)
    // Compares the issuer as well.
    const checks = { expectedState: state, pkceCodeVerifier: verifier }
    return store(await client.authorizationCodeGrant(config, answer, checks))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/**
 * The configuration of the portal and an access token, of the stored login or of a new one with these scopes. Each program has a client id
 * of its own, so that the stored login has the scopes of this program.
 */
export async function openSession(scope) {
  const config = await client.discovery(new URL(ISSUER), CLIENT_ID, undefined, client.None(), {
    // On your own computer the issuer is http.
    execute: ISSUER.startsWith('http:') ? [client.allowInsecureRequests] : [],
  })
  return { config, accessToken: (await renew(config)) ?? (await logIn(config, scope)) }
}

/** The end of a program that could not log in. */
export function reportFailure(error) {
  if (isRefusal(error) || error instanceof client.AuthorizationResponseError) {
    console.error(`The login was refused: ${error.error}`)
    process.exitCode = 1
  } else console.log('Offline: work goes on, the login too.')
}
