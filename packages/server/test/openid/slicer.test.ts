/** The sample of a desktop app that uses machines, samples/slicer, as it stands. */
import { join } from 'node:path'
import { releaseMachine, renameMachine } from '@kerf/contract/machines/machines'
import { expect, onTestFinished, test } from 'vitest'
import { buildMachine, claimByDisplay, newSessionOf, useMachineServer } from '../machines/helpers.ts'
import { seedPerson } from '../support/accounts.ts'
import { createVisitor } from './http-visitor.ts'
import { makeNodeFolder } from './native-folder.ts'
import { issuerOf, registerClient } from './openid-fixture.ts'
import { runCommand } from './quick-start.ts'

const server = await useMachineServer()

test('the slicer lists the machines of the person, leads to the pass of one, and loses it with the role', async () => {
  const app = await registerClient(server, { type: 'native', redirectUris: ['http://127.0.0.1/callback'] })
  const person = await seedPerson(server)
  const owner = await newSessionOf(server, person)
  const built = await buildMachine(server)
  const { machine } = (await claimByDisplay(server, owner, built)).data
  const params = { machine: machine.id }
  await server.call(renameMachine, { name: 'Attic laser' }, { ...owner, params })

  const home = makeNodeFolder('native-login', 'slicer')
  const start = (...words: string[]) => {
    const environment = { ISSUER: issuerOf(server), CLIENT_ID: app.clientId, HOME: home }
    const running = runCommand([process.execPath, join(home, 'slicer/slicer.mjs'), ...words], {
      folder: home,
      environment,
    })
    onTestFinished(() => running.stop())
    return running
  }
  const first = start()
  const [, address = ''] = await first.line(/^Open this address: (\S+)$/)
  expect(await createVisitor(issuerOf(server), person).open(address)).toBe('You can close this window.')
  const [line] = await first.line(/^m_/)
  expect(line).not.toContain(built.sn)

  const second = start(machine.id)
  await second.line(new RegExp(`^${machine.id}: Attic laser \\(laser\\), owner$`))
  const [, page = ''] = await second.line(/^The pass is here: (\S+)$/)
  expect(new URL(page).pathname).toBe(`/en/profile/machines/${machine.id}`)

  await server.call(releaseMachine, undefined, { ...owner, params })
  await start(machine.id).line(/^You may not use this machine\.$/)
})
