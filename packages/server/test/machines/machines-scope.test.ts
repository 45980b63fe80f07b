/** Scope `machines`: the maker's own apps learn which machines a person may use now. */
import {
  acceptMachineInvitation,
  inviteToMachine,
  listMachinePeople,
  releaseMachine,
  removeMachinePerson,
} from '@kerf/contract/machines/machines'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { finishLogin, registerClient, startLogin, type TestApp, visit } from '../openid/openid-fixture.ts'
import { newOwner, newSomeone, type Someone, useMachineServer } from './helpers.ts'

const server = await useMachineServer()
const SCOPE = 'openid machines'
const UNTIL = 4_102_444_800

const shop = await registerClient(server)

async function logIn(app: TestApp, { token, cookie }: Someone, scope = SCOPE) {
  const pending = await startLogin(app, { scope })
  const { location } = await visit(pending.url, `utoken=${token}; ${cookie}`)
  return finishLogin(app, pending, location)
}
const readClaims = (access: string) => client.fetchUserInfo(shop.config, access, client.skipSubjectCheck)

const { owner, machine, built } = await newOwner(server)
const as = ({ token, cookie }: Someone, params: Record<string, string> = {}) => ({ token, cookie, params })

test('names machine, role and end, and no serial number', async () => {
  const { access_token } = await logIn(shop, owner)
  const claims = await readClaims(access_token)
  expect(claims.machines).toEqual([
    { id: machine, name: expect.any(String), line: 'laser', role: 'owner', until: null },
  ])
  expect(JSON.stringify(claims)).not.toContain(built.sn)
})

test('a role has its end, and is gone at once when somebody removes it', async () => {
  const guest = await newSomeone(server)
  const { access_token } = await logIn(shop, guest)
  expect((await readClaims(access_token)).machines).toEqual([])
  const invited = await server.call(
    inviteToMachine,
    { role: 'operator', until: UNTIL },
    as(owner, { machine }),
  )
  await server.call(acceptMachineInvitation, { code: invited.data.code }, as(guest))
  expect((await readClaims(access_token)).machines).toMatchObject([
    { id: machine, role: 'operator', until: UNTIL },
  ])
  const { people } = (await server.call(listMachinePeople, undefined, as(owner, { machine }))).data
  const handle = people.find(({ role }) => role === 'operator')?.handle ?? ''
  await server.call(removeMachinePerson, undefined, as(owner, { machine, handle }))
  expect((await readClaims(access_token)).machines).toEqual([])
})

test('is not told without the scope, and in the ID token only by choice', async () => {
  const other = await newOwner(server)
  const plain = await logIn(shop, other.owner, 'openid profile')
  expect(await readClaims(plain.access_token)).not.toHaveProperty('machines')
  expect((await logIn(shop, other.owner)).claims()).not.toHaveProperty('machines')
  const chooses = await registerClient(server, { idTokenClaims: true })
  expect((await logIn(chooses, other.owner)).claims()?.machines).toMatchObject([{ id: other.machine }])
  await server.call(releaseMachine, undefined, as(other.owner, { machine: other.machine }))
  expect((await logIn(chooses, other.owner)).claims()?.machines).toEqual([])
})

test('is refused to third parties, whose other scopes go on', async () => {
  // The server knows it when it knows an app that came after.
  const device = await registerClient(server, { type: 'device', party: 'third', redirectUris: [] })
  const third = await registerClient(server, { party: 'third' })
  const { url } = await startLogin(third, { scope: SCOPE })
  const { location } = await visit(url, `utoken=${owner.token}; ${owner.cookie}`)
  expect(location.searchParams.get('error')).toBe('invalid_scope')
  await expect(client.initiateDeviceAuthorization(device.config, { scope: SCOPE })).rejects.toMatchObject({
    error: 'invalid_scope',
  })
  expect(await client.initiateDeviceAuthorization(device.config, { scope: 'openid email' })).toHaveProperty(
    'user_code',
  )
})
