import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimMachine } from '@kerf/contract/machines/machines'
import { issueMachinePass } from '@kerf/contract/machines/passes'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { buildMachine, createClaimableMachine } from '../../src/demo/machine/claimable-machine.ts'
import { machinePageRoutes } from '../../src/demo/machine/machine-page.ts'
import { DEVICE_GRANT } from '../../src/identity/openid/client-metadata.ts'
import { qrCodePath } from '../../src/platform/qr-code/qr-code-path.ts'
import { issuerOf } from '../openid/openid-fixture.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { useFolder } from '../support/use-folder.ts'
import { newOwner, newSessionOf, newSomeone, startClaim, useMachineServer } from './helpers.ts'
import { allow, CLAIM } from './network-machine.ts'

const server = await useMachineServer()
const folders = useFolder('demo-machine')

test('the demo machine can be claimed by its display, and keeps its reset number', async () => {
  const folder = mkdtempSync(join(folders, 'machine-'))
  for (let start = 0; start < 2; start++)
    await runAsOperator(server, (db, keys) => buildMachine(db, keys, folder))
  const machine = createClaimableMachine(folder)
  const app = fastify()
  await app.register(machinePageRoutes, { machine, portal: () => new URL(server.url) })
  const { sn, card } = machine.labels()
  expect((await app.inject('/dev/machine')).body).toContain(sn)
  expect(card).toMatch(/^[0-9A-Z]{13}$/)

  for (const resetNumber of [1, 2])
    expect((await app.inject({ method: 'PUT', url: '/dev/machine/reset' })).json()).toEqual({ resetNumber })
  const owner = await newSomeone(server)
  const digits = await startClaim(server, owner, sn)
  const shown = await app.inject({ method: 'PUT', url: `/dev/machine/digits/${digits}` })
  expect(shown.json().code).toMatch(/^02\d{8}$/)
  const claimed = await server.call(claimMachine, { sn, code: shown.json().code }, owner)
  expect(claimed.data).toMatchObject({ machine: { sn, line: 'laser', role: 'owner' } })
  expect((await app.inject({ method: 'PUT', url: '/dev/machine/digits/12' })).statusCode).toBe(404)
})

test('a person logs in at the demo machine, also of a folder of an earlier version', async () => {
  const folder = mkdtempSync(join(folders, 'machine-'))
  await runAsOperator(server, (db, keys) => buildMachine(db, keys, folder))
  const file = join(folder, 'demo-machine.json')
  const { clientKey: _, ...earlier } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...earlier, resetNumber: 7 }))
  await runAsOperator(server, (db, keys) => buildMachine(db, keys, folder))
  const app = fastify()
  const portal = () => new URL(issuerOf(server))
  await app.register(machinePageRoutes, { machine: createClaimableMachine(folder), portal })
  const call = async (endpoint: string, parameters: Readonly<Record<string, string>>) =>
    (
      await app.inject({ method: 'PUT', url: '/dev/machine/portal', payload: { endpoint, parameters } })
    ).json()
  const someone = await newSomeone(server)
  const started = await call('device_authorization_endpoint', { scope: CLAIM })
  const { verification_uri_complete: text, device_code, user_code } = started
  const code = await app.inject(`/dev/machine/qr-code?${new URLSearchParams({ text })}`)
  expect(code.json()).toEqual({ path: qrCodePath(text, 0, 0, 100), side: 100 })
  const { digits } = (await allow(server, someone, user_code)).data
  const tokens = await call('token_endpoint', {
    grant_type: DEVICE_GRANT,
    device_code,
    pairing_digits: digits ?? '',
  })
  // The owner of the first test keeps it: the machine was reset more often since, so the owner is asked.
  expect(tokens).toMatchObject({ error_description: expect.stringMatching(/^requested: /) })
})

test('a pass starts the demo machine without a network; its display says why it refuses one', async () => {
  const folder = mkdtempSync(join(folders, 'machine-'))
  await runAsOperator(server, (db, keys) => buildMachine(db, keys, folder))
  // A folder of an earlier version has no key of passes.
  const file = join(folder, 'demo-machine.json')
  const { passKey: _, ...earlier } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify(earlier))
  await runAsOperator(server, (db, keys) => buildMachine(db, keys, folder))
  const app = fastify()
  const portal = () => new URL(issuerOf(server))
  await app.register(machinePageRoutes, { machine: createClaimableMachine(folder), portal })
  const put = async (path: string, payload: object) =>
    (await app.inject({ method: 'PUT', url: `/dev/machine/${path}`, payload })).json()
  const present = async (text: string): Promise<string> => (await put('pass', { text })).text
  const { sn } = createClaimableMachine(folder).labels()
  const { machine, owner } = await takeOver(sn)
  const { data } = await server.call(
    issueMachinePass,
    { name: 'Ada', days: 2 },
    { ...owner, params: { machine } },
  )

  expect(await present(data.pass)).toMatch(/^Ready to start: Ada, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/)
  expect((await app.inject('/dev/machine/offline')).json().memory).toMatchObject({ removed: [], clock: null })
  expect(await present(data.pass.slice(0, -3))).toBe('This is not a pass.')
  const other = await newOwner(server)
  const foreign = await server.call(
    issueMachinePass,
    {},
    { ...other.owner, params: { machine: other.machine } },
  )
  expect(await present(foreign.data.pass)).toBe('This pass is not for this machine.')
  for (let day = 0; day < 2; day++) await put('offline', { act: 'clock-forward' })
  expect(await present(data.pass)).toBe('This pass has ended. Get a new one.')
  await put('offline', { act: 'clock-back' })
  expect(await present(data.pass)).toMatch(/^Ready/)
  await put('offline', { act: 'clock-none' })
  // Without power the machine does not know that time passes.
  for (let hours = 0; hours < 56; hours += 8) await put('offline', { act: 'power-off' })
  expect(await present(data.pass)).toMatch(/^Ready/)
  for (let hours = 0; hours < 56; hours += 8) await put('offline', { act: 'run' })
  expect(await present(data.pass)).toBe('This pass has ended. Get a new one.')
})

/** The machine has one serial number, and an owner of the tests before. */
async function takeOver(sn: string) {
  const [row] = await server.sql<{ id: string }>('select id from machine where sn = $1', sn)
  const machine = row?.id ?? ''
  const [role] = await server.sql<{ uid: string }>(
    `select r.uid from machine_role r join machine m on m.id = r.machine where m.id = $1 and r.role = 'owner'`,
    machine,
  )
  return { machine, owner: await newSessionOf(server, { uid: role?.uid ?? '', email: '' }) }
}
