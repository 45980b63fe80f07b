/** The sample of a third party that uses machines, samples/web-shop, as it stands. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../src/platform/embedded-postgres/free-port.ts'
import { buildMachine, claimByDisplay, useMachineServer } from '../machines/helpers.ts'
import { seedPerson } from '../support/accounts.ts'
import { createVisitor } from './http-visitor.ts'
import { issuerOf, openBrowser, registerClient } from './openid-fixture.ts'
import { runCommand } from './quick-start.ts'

const server = await useMachineServer()
const SAMPLE = fileURLToPath(new URL('../../../../samples/web-shop', import.meta.url))
const PACKAGES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

test('the shop extends the warranty of the chosen machine, and knows it again', async () => {
  const port = await findFreePort()
  const app = await registerClient(server, {
    ...{ party: 'third', redirectUris: [`http://localhost:${port}/callback`] },
  })
  const folder = mkdtempSync(join(tmpdir(), 'kerf-shop-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(SAMPLE, folder, { recursive: true })
  symlinkSync(PACKAGES, join(folder, 'node_modules'))
  const shop = runCommand([process.execPath, join(folder, 'web-shop.mjs')], {
    folder,
    environment: {
      ...{ ISSUER: issuerOf(server), PORT: String(port) },
      ...{ CLIENT_ID: app.clientId, CLIENT_SECRET: app.secret ?? '' },
    },
  })
  onTestFinished(() => shop.stop())
  await shop.line(/^The shop is ready/)

  const person = await seedPerson(server)
  const visitor = createVisitor(issuerOf(server), person)
  const address = `http://localhost:${port}/extend`
  expect(await visitor.open(address)).toBe('access_denied')

  const machine = await buildMachine(server)
  const { token } = await openBrowser(server, person)
  const owner = { uid: person.uid, email: person.email, token, cookie: '' }
  await claimByDisplay(server, owner, machine)
  const first = await visitor.open(address)
  expect(first).toMatch(/^laser [\w-]{43}: 3 years$/)
  expect(await visitor.open(address)).toBe(first.replace('3 years', '4 years'))
})
