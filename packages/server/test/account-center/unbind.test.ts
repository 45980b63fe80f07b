/** Disconnecting social accounts, except the last method to sign in (S-069). */
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { unbindSocial } from '@kerf/contract/endpoints/social'
import { expect, test } from 'vitest'
import { type Person, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { signInToken } from './fixtures.ts'

const server = await useTestServer()

/** `alone`: the account can sign in by its channels only. */
async function connected(channels: readonly string[], alone = false): Promise<Person & { token: string }> {
  const person = await seedPerson(server)
  const token = await signInToken(server, person)
  for (const channel of channels) {
    await server.sql(
      `with linked as (insert into social_link (uid, channel, name) values ($1, $2, 'ada at ' || $2))
       insert into sign_in_identifier (kind, value, uid) values ('oauth:' || $2, $2 || ':' || $1, $1::uuid)`,
      person.uid,
      channel,
    )
  }
  if (alone) {
    await server.sql('update account set password_hash = null where uid = $1', person.uid)
    await server.sql(`delete from sign_in_identifier where uid = $1 and kind = 'email'`, person.uid)
  }
  return { ...person, token }
}
const unbind = (token: string, channel: unknown) => server.call(unbindSocial, { channel } as never, { token })
const links = async ({ token }: { token: string }) =>
  (await server.call(getFullInfo, undefined, { token })).data.social.map(({ channel }) => channel).sort()
const oauthKinds = async (uid: string) =>
  (
    await server.sql<{ kind: string }>(
      `select kind from sign_in_identifier where uid = $1 and kind like 'oauth:%' order by kind`,
      uid,
    )
  ).map(row => row.kind)

test('disconnects a channel with a mail and an audit row, also when repeated', async () => {
  const person = await connected(['github', 'google'])
  expect((await unbind(person.token, 'github')).code).toBe(0)
  expect([await links(person), await oauthKinds(person.uid)]).toEqual([['google'], ['oauth:google']])
  expect((await unbind(person.token, 'github')).code).toBe(0)
  const mail = await server.waitForMail(person.email)
  expect(mail.text).toContain('GitHub')
  expect(await server.mailsTo(person.email)).toHaveLength(1)
  const rows = await server.sql(
    `select detail from audit_event where uid = $1 and event = 'social.unbound'`,
    person.uid,
  )
  expect(rows).toEqual([{ detail: { channel: 'github' } }])
})

test('disconnects the last channel if the mailbox can still sign in', async () => {
  const person = await connected(['github'])
  expect((await unbind(person.token, 'github')).code).toBe(0)
  expect(await links(person)).toEqual([])
})

test('keeps the last method to sign in', async () => {
  const person = await connected(['github'], true)
  const answer = await unbind(person.token, 'github')
  expect([answer.code, answer.status]).toEqual([20404, 409])
  expect([await links(person), await oauthKinds(person.uid)]).toEqual([['github'], ['oauth:github']])
})

test('keeps one of the last two methods when both are disconnected at once', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await connected(['github', 'google'], true)
    const answers = await Promise.all(
      ['github', 'google', 'github', 'google'].map(channel => unbind(person.token, channel)),
    )
    const codes = answers.map(answer => answer.code)
    expect(codes.filter(code => code !== 0 && code !== 20404)).toEqual([])
    expect(codes).toContain(20404)
    expect(await links(person)).toHaveLength(1)
    expect(await oauthKinds(person.uid)).toHaveLength(1)
  }
})

test("keeps another account's connection of the same channel", async () => {
  const [ada, eve] = [await connected(['github']), await connected([])]
  expect((await unbind(eve.token, 'github')).code).toBe(0)
  expect(await links(ada)).toEqual(['github'])
})

test.each([null, 1, [], ['github'], '', 'GitHub', '*', '%', "github' or '1'='1", 'a'.repeat(33), '../x'])(
  'rejects the channel %j',
  async channel => {
    const person = await connected(['github'])
    expect((await unbind(person.token, channel)).code).toBe(20001)
    expect(await links(person)).toEqual(['github'])
  },
)
