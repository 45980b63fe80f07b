/** A session from a ticket has no more rights than the session that created the ticket (S-038, S-048, S-049). */

import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { clearSessions, getSessionLog, logout } from '@kerf/contract/endpoints/session'
import { createTicket, enterByTicket } from '@kerf/contract/endpoints/ticket'
import { expect, test } from 'vitest'
import {
  sessionCode,
  setAuthenticationAge,
  signInToken,
  withOpenTransaction,
} from '../account-center/fixtures.ts'
import { newEmail, type Person, requestCode, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

const ticketOf = async (token: string): Promise<string> => {
  const target = `http://localhost:${new URL(server.url).port}/`
  return (await server.call(createTicket, { purpose: 'handover', target }, { token })).data.ticket
}
/** Starts a session by a ticket of the session of `token`. */
const enterByTicketOf = async (token: string): Promise<string> =>
  (await server.call(enterByTicket, { ticket: await ticketOf(token) })).data.utoken

async function signedInPerson(): Promise<{ person: Person; token: string }> {
  const person = await seedPerson(server)
  return { person, token: await signInToken(server, person) }
}

test('inherits the authentication time, so that a stolen token cannot refresh it by a ticket', async () => {
  const { person, token } = await signedInPerson()
  await setAuthenticationAge(server, person.uid, '1 day')
  const child = await enterByTicketOf(token)
  const email = newEmail('thief')
  const moved = await server.call(
    changeEmail,
    { email, ...(await requestCode(server, email, 'bind')) },
    { token: child },
  )
  expect(moved.code).toBe(20107)
})

test('inherits the lifetime: a browser session does not become a remembered one', async () => {
  const { person, token } = await signedInPerson()
  await server.sql('update session set remember = false where uid = $1', person.uid)
  const child = await enterByTicketOf(token)
  await server.sql(`update session set last_seen = now() - interval '25 hours' where uid = $1`, person.uid)
  expect(await sessionCode(server, child)).toBe(20101)
})

test('ends with the parent session over several tickets', async () => {
  const { token } = await signedInPerson()
  const child = await enterByTicketOf(token)
  const grandchild = await enterByTicketOf(child)
  const { data } = await server.call(getSessionLog, {}, { token })
  const handle = data.sessions.find(({ current }) => current)?.session ?? ''
  expect((await server.call(clearSessions, { session: handle }, { token })).data.ended).toBe(3)
  for (const each of [token, child, grandchild]) expect(await sessionCode(server, each)).toBe(20101)
})

test('does not start if the parent session ends at the same time', async () => {
  const { person, token } = await signedInPerson()
  const ticket = await ticketOf(token)
  const entered = await withOpenTransaction(server, ['delete from session where uid = $1'], person.uid, () =>
    server.call(enterByTicket, { ticket }),
  )
  expect(entered.code).toBe(20206)
  expect(await server.sql('select 1 from session where uid = $1', person.uid)).toEqual([])
})

/** Inserts a session by ticket, as the server does before its commit. */
const INSERT_TICKET_SESSION = `with origin as (
    select uid, handle from session where uid = $1 order by first_login limit 1 for key share
  )
  insert into session (uid, handle, token_hash, remember, method, root)
  select uid, 'late', sha256(uid::text::bytea), true, 'ticket', handle from origin`

test('ends with the parent session even if it starts at the same time', async () => {
  const { person, token } = await signedInPerson()
  const out = await withOpenTransaction(server, [INSERT_TICKET_SESSION], person.uid, () =>
    server.call(logout, {}, { token }),
  )
  expect(out.code).toBe(0)
  expect(await server.sql('select handle from session where uid = $1', person.uid)).toEqual([])
})

test('ending the other sessions ends one that starts at the same time', async () => {
  const { person, token } = await signedInPerson()
  const currentToken = await signInToken(server, person)
  const cleared = await withOpenTransaction(server, [INSERT_TICKET_SESSION], person.uid, () =>
    server.call(clearSessions, {}, { token: currentToken }),
  )
  expect(cleared.data.ended).toBe(2)
  expect([await sessionCode(server, token), await sessionCode(server, currentToken)]).toEqual([20101, 0])
})
