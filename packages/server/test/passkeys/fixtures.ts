/** A browser with a software authenticator, and the calls of its ceremonies. */
import {
  addPasskey,
  getPasskeyCreationOptions,
  getPasskeyLoginOptions,
  loginByPasskey,
} from '@kerf/contract/endpoints/passkey'
import { expect } from 'vitest'
import { randomToken } from '../../src/platform/keys/secrets.ts'
import { setBothProofs, signIn } from '../account-center/fixtures.ts'
import { cookieOf, type Person, seedPerson } from '../support/accounts.ts'
import { type CeremonyContext, SoftwareAuthenticator } from '../support/software-authenticator.ts'
import type { TestServer } from '../support/test-server.ts'

/** The portal's address to its visitors: WebAuthn knows no IP addresses. */
export const ORIGIN = 'http://localhost:4321'
export const PASSKEY_ENVIRONMENT = { PUBLIC_URL: ORIGIN }

/** A browser cookie of its own. */
export const newBrowser = (): string => `kerfDevice=${randomToken()}`

export interface Signed {
  readonly token: string
  /** browser and companion */
  readonly cookie: string
}

/** A person who has just proven password and mailbox, in a browser of their own. */
export async function signedInPerson(server: TestServer): Promise<Person & Signed> {
  const person = await seedPerson(server)
  const browser = newBrowser()
  const signedIn = await signIn(server, person)
  await setBothProofs(server, person.uid)
  return {
    ...person,
    token: signedIn.data.utoken,
    cookie: `${browser}; ${cookieOf(signedIn, 'kerfCompanion')}`,
  }
}

/** Creates a passkey and sends it. */
export async function sendNewPasskey(
  server: TestServer,
  signed: Signed,
  authenticator: SoftwareAuthenticator,
  context: Partial<CeremonyContext> = {},
) {
  const { data, code, text } = await server.call(getPasskeyCreationOptions, {}, signed)
  if (code !== 0) throw new Error(text)
  const credential = authenticator.create(data.options, { origin: ORIGIN, ...context })
  return server.call(addPasskey, { credential }, signed)
}

export async function personWithPasskey(
  server: TestServer,
  authenticator: SoftwareAuthenticator = new SoftwareAuthenticator(),
): Promise<Person & Signed & { readonly authenticator: SoftwareAuthenticator }> {
  const person = await signedInPerson(server)
  const added = await sendNewPasskey(server, person, authenticator)
  expect(added.text).toContain('"code":0')
  return { ...person, authenticator }
}

/** Asks for login options in a browser and answers them. */
export async function loginWith(
  server: TestServer,
  authenticator: SoftwareAuthenticator,
  context: Partial<CeremonyContext> = {},
  cookie: string = newBrowser(),
) {
  const { data } = await server.call(getPasskeyLoginOptions, {}, { cookie })
  const credential = authenticator.get(data.options, { origin: ORIGIN, ...context })
  return server.call(loginByPasskey, { credential }, { cookie })
}
