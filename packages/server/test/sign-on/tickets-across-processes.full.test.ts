import { createTicket, enterByTicket, redeemTicket } from '@kerf/contract/endpoints/ticket'
import { expect, test, vi } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import { seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { registerApp } from './register-app.ts'

// Two processes start here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

const ORIGIN = 'https://shop.partner.example'
const TRIES = 200

const server = await useTestServer({ sibling: true })
const headers = await registerApp(server, ORIGIN)

const numbers = Array.from({ length: TRIES }, (_, i) => i)

test('redeems one of 200 concurrent calls over two processes', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const { ticket } = (await server.call(createTicket, { purpose: 'handover', target: ORIGIN }, { token }))
    .data
  const answers = await Promise.all(
    numbers.map(i => server.call(redeemTicket, { ticket }, { headers, process: i % 2 })),
  )
  expect(answers.filter(({ code }) => code === 0).map(({ data }) => data.uid)).toEqual([person.uid])
  expect(answers.filter(({ code }) => code === 20206)).toHaveLength(TRIES - 1)
})

test('starts one session for 200 concurrent calls', async () => {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  const target = `http://localhost:${new URL(server.url).port}/`
  const { ticket } = (await server.call(createTicket, { purpose: 'handover', target }, { token })).data
  const answers = await Promise.all(numbers.map(() => server.call(enterByTicket, { ticket })))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  const sessions = await server.sql('select 1 from session where uid = $1', person.uid)
  expect(sessions).toHaveLength(2)
})
