/** A machine with a network: authenticates by its client key, shows a code, and sends the digits that are entered at it. */
import { randomUUID } from 'node:crypto'
import { activateDevice, getPairingOutcome } from '@kerf/contract/endpoints/openid'
import { SignJWT } from 'jose'
import { DEVICE_GRANT } from '../../src/identity/openid/client-metadata.ts'
import { issuerOf } from '../openid/openid-fixture.ts'
import type { TestServer } from '../support/test-server.ts'
import type { BuiltMachine, Someone } from './helpers.ts'

export const SESSION = 'openid machine_session'
export const CLAIM = 'openid machine_claim'

export type Reply = Readonly<Record<string, unknown>> & { readonly status: number }

type Claims = Readonly<Record<string, unknown>>

export function connectMachine(
  server: TestServer,
  { sn, clientKey }: Pick<BuiltMachine, 'sn' | 'clientKey'>,
  { ip = '8.8.8.8', process = 0, ...stated }: Claims & { ip?: string; process?: number } = {},
) {
  const clientId = `machine:${sn}`
  const issuer = issuerOf({ url: server.urls[process] ?? '' })

  const assertion = (claims: Claims = {}) => {
    const now = Math.floor(Date.now() / 1_000)
    return new SignJWT({
      ...{ iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat: now, exp: now + 60 },
      ...stated,
      ...claims,
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(clientKey))
  }

  async function send(path: string, body: Readonly<Record<string, string>>, claims?: Claims): Promise<Reply> {
    const answer = await fetch(new URL(path, issuer), {
      method: 'POST',
      headers: { 'x-forwarded-for': ip },
      body: new URLSearchParams({
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await assertion(claims),
        ...body,
      }),
    })
    return { ...((await answer.json()) as object), status: answer.status }
  }

  return {
    clientId,
    send,
    /** The answer of the device authorization, as a refused one too. */
    start: (scope = SESSION, claims?: Claims) => send('/oidc/device/authorize', { scope }, claims),
    poll: (device_code: unknown, digits?: string) =>
      send('/oidc/token', {
        grant_type: DEVICE_GRANT,
        device_code: String(device_code),
        ...(digits !== undefined && { pairing_digits: digits }),
      }),
    async userinfo(token: unknown, at = process): Promise<Reply> {
      const answer = await fetch(`${server.urls[at]}/oidc/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return { ...((await answer.json()) as object), status: answer.status }
    },
  }
}

export type NetworkMachine = ReturnType<typeof connectMachine>

/** The person answers on a phone. */
export const allow = (
  server: TestServer,
  someone: Pick<Someone, 'token' | 'cookie'>,
  code: unknown,
  options: { ip?: string; answer?: 'allow' | 'deny'; process?: number } = {},
) => {
  const { answer = 'allow', ...rest } = options
  return server.call(activateDevice, { code: String(code), answer }, { ...pick(someone), ...rest })
}

export const outcomeOf = async (server: TestServer, someone: Someone, code: unknown) =>
  (await server.call(getPairingOutcome, { code: String(code) }, pick(someone))).data.state

const pick = ({ token, cookie }: Pick<Someone, 'token' | 'cookie'>) => ({ token, cookie })

/** The whole pairing; the tokens, or what refused them. */
export async function pair(
  server: TestServer,
  machine: NetworkMachine,
  someone: Someone,
  scope = SESSION,
): Promise<Reply> {
  const { device_code, user_code } = await machine.start(scope)
  const { data } = await allow(server, someone, user_code)
  return machine.poll(device_code, data.digits ?? undefined)
}
