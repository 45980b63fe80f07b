import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimMachine } from '@kerf/contract/machines/machines'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { buildMachine, createClaimableMachine } from '../../src/demo/machine/claimable-machine.ts'
import { machinePageRoutes } from '../../src/demo/machine/machine-page.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import { newSomeone, startClaim, useMachineServer } from './helpers.ts'

const server = await useMachineServer()

test('the demo machine can be claimed by its display, and keeps its reset number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-demo-machine-'))
  for (let start = 0; start < 2; start++)
    await runAsOperator(server, (db, keys) => buildMachine(db, keys, folder))
  const machine = createClaimableMachine(folder)
  const app = fastify()
  await app.register(machinePageRoutes, { machine })
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
