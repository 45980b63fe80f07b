/** The optional range service of breached passwords, by a stand-in that offers what the real one offers: padded ranges of SHA-1 suffixes. */
import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { changePassword, findPassword } from '@kerf/contract/endpoints/password'
import { login, register } from '@kerf/contract/endpoints/sign-in'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import { newEmail, PASSWORD, requestCode, seedPerson, skipCodeInterval } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const BREACHED = 'gantry-plywood-9'
const digestOf = (password: string): string => hash('sha1', password, 'hex').toUpperCase()

type Mode = 'answers' | 'hangs' | 'fails' | 'redirects' | 'floods' | 'closes'
let mode: Mode
let requests: { readonly path: string; readonly padding: string | undefined; readonly text: string }[]

const service = createServer((request, response) => {
  const path = request.url ?? ''
  requests.push({
    path,
    padding: request.headers['add-padding'] as string | undefined,
    text: JSON.stringify(request.headers),
  })
  if (mode === 'hangs') return
  if (mode === 'closes') return void request.socket.destroy()
  if (mode === 'fails') return void response.writeHead(503).end()
  if (mode === 'redirects') return void response.writeHead(302, { location: '/elsewhere' }).end()
  if (mode === 'floods') return void response.end('A'.repeat(2_000_000))
  const prefix = path.slice('/range/'.length)
  const known = [digestOf(BREACHED)]
    .filter(digest => digest.startsWith(prefix))
    .map(one => `${one.slice(5)}:3`)
  // Padding: suffixes that are in no breach. That of the test password is among them.
  const padding = [digestOf(PASSWORD), digestOf('x')].map(one => `${one.slice(5)}:0`)
  response.end([...padding, ...known].join('\r\n'))
})
await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
const { port } = service.address() as AddressInfo
const server = await useTestServer({ env: { PASSWORD_RANGE_URL: `http://127.0.0.1:${port}/range/` } })
/** The server gives the service one second, which a loaded machine may need for itself. */
const realTimeout = AbortSignal.timeout.bind(AbortSignal)
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms =>
    realTimeout(ms === 1_000 && mode !== 'hangs' ? 60_000 : ms),
  )
  mode = 'answers'
  requests = []
})
afterAll(async () => {
  vi.restoreAllMocks()
  service.closeAllConnections()
  await new Promise(resolve => service.close(resolve))
})

const signUpWith = async (password: string) => {
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  const send = (chosen: string) =>
    server.call(register, { email, password: chosen, ...code, agreement: true })
  return { first: await send(password), send }
}

test('refuses a breached password at sign-up, and the code stays good for another one', async () => {
  const { first, send } = await signUpWith(BREACHED)
  expect([first.code, first.fields]).toEqual([20119, { password: 'password_too_common' }])
  expect((await send(PASSWORD)).code).toBe(0)
})

test('sends five digits of the hash and asks for padding', async () => {
  await signUpWith(BREACHED)
  const digest = digestOf(BREACHED)
  expect(requests.map(({ path, padding }) => [path, padding])).toEqual([
    [`/range/${digest.slice(0, 5)}`, 'true'],
  ])
  expect(requests[0]?.text).not.toContain(digest.slice(5))
})

test('refuses it for a changed and for a reset password', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const change = { oldPassword: PASSWORD, password: BREACHED }
  expect((await server.call(changePassword, change, { token })).code).toBe(20119)
  await skipCodeInterval(server)
  const code = await requestCode(server, person.email, 'findpwd')
  const reset = { email: person.email, ...code, password: BREACHED }
  expect((await server.call(findPassword, reset)).code).toBe(20119)
  expect((await server.call(login, { email: person.email, password: PASSWORD })).code).toBe(0)
})

test('asks nobody about a password that the own list knows, about a login, or for a wrong code', async () => {
  const email = newEmail()
  const code = await requestCode(server, email, 'register')
  const input = { email, ...code, agreement: true }
  expect((await server.call(register, { ...input, password: 'password1' })).code).toBe(20119)
  const person = await seedPerson(server)
  await server.call(login, { email: person.email, password: BREACHED })
  await server.call(register, { ...input, nonce: 'A'.repeat(43), password: BREACHED })
  expect(requests).toEqual([])
})

test.each<Mode>(['fails', 'closes', 'redirects', 'floods', 'hangs'])(
  'hinders nobody while the service %s, and records it',
  async now => {
    mode = now
    expect((await signUpWith(BREACHED)).first.code).toBe(0)
    expect(requests.map(({ path }) => path)).not.toContain('/elsewhere')
    const metrics = await (await fetch(new URL('/metrics', server.url))).text()
    expect(metrics).toMatch(/kerf_events_total\{event="password.range",outcome="failed"\} [1-9]/)
  },
)
