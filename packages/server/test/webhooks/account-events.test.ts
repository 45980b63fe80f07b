/** Every way in which a session ends, an account changes or is erased reaches the apps that know the account. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import { changeEmail } from '@kerf/contract/endpoints/mailbox'
import { changePassword, findPassword } from '@kerf/contract/endpoints/password'
import {
  setBirthday,
  setCountry,
  setGender,
  setHeadpic,
  setOtherInfo,
} from '@kerf/contract/endpoints/profile'
import { clearSessions, getSessionLog, logout, reportNotMe } from '@kerf/contract/endpoints/session'
import { unbindSocial } from '@kerf/contract/endpoints/social'
import { afterAll, describe, expect, test } from 'vitest'
import { liftEndedBansTask } from '../../src/identity/account/lift-ended-bans.ts'
import { sweepSessions } from '../../src/identity/session/sweep-sessions.ts'
import { linkIdentity } from '../../src/identity/social/social-link-store.ts'
import { deleteUser } from '../../src/operations/account/delete-user.ts'
import { restoreAccount } from '../../src/operations/account/restore-account.ts'
import { setStatus } from '../../src/operations/account/set-status.ts'
import { endUserSessions } from '../../src/operations/account/user-sessions.ts'
import { createApp } from '../../src/operations/app/apps.ts'
import { replayDeletions } from '../../src/operations/backup/backups.ts'
import { editEnterprise } from '../../src/operations/enterprise/edit-enterprise.ts'
import { resetEnterprise } from '../../src/operations/enterprise/reset-enterprise.ts'
import { type ApprovalPendingError, decideApproval } from '../../src/operations/operator/approvals.ts'
import { notMeLink } from '../../src/outbound/mail/notify-owner.ts'
import { withOperatorEvidence } from '../../src/platform/audit/operator-evidence.ts'
import type { Config } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/db/database.ts'
import {
  insertLiveSession,
  requestOwnCode,
  setAvatar,
  setBothProofs,
  signInToken,
} from '../account-center/fixtures.ts'
import { createTestCode, MASTER_KEY, redeemCode, runAsOperator } from '../redemption/helpers.ts'
import {
  type Business,
  newEmail,
  PASSWORD,
  type Person,
  requestCode,
  seedBusiness,
  seedPerson,
} from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { startReceiver } from './webhook-receiver.ts'

const server = await useTestServer({ env: { KERF_MASTER_KEY: MASTER_KEY } })
const app = await startReceiver(server)
afterAll(async () => {
  await app.close()
})

interface Known {
  readonly who: Person & Partial<Business>
  readonly uid: string
  readonly token: string
  /** name of the session that the app knows */
  readonly session: string
}

/** A person who is signed in to the app. */
async function knownPerson(
  seed: () => Promise<Person | Business> = () => seedPerson(server),
): Promise<Known> {
  const who = await seed()
  const token = await signInToken(server, who)
  return { who, uid: who.uid, token, session: await app.redeem(token) }
}

const operate = <T>(work: (target: { db: Database; config: Config }) => Promise<T>): Promise<T> =>
  runAsOperator(server, db =>
    work({
      db,
      config: { masterKey: MASTER_KEY, dataDir: '', fileStore: '/tmp', deployment: 'us' } as Config,
    }),
  )
const until = (uid: string, events: readonly string[]) =>
  expect.poll(() => app.of(uid), { interval: 20 }).toEqual(events)
const ok = async (answer: Promise<{ code: number; text: string }>) => {
  const { code, text } = await answer
  expect(code, text).toBe(0)
}

const OTHER = 'engraved-88'

/** What happens to an account in which only the session `known` is known to the app. `other`: another token of it. */
type Change = (known: Known, other: string) => Promise<unknown>

const SESSION_ENDS: Record<string, Change> = {
  logout: ({ token }) => ok(server.call(logout, {}, { token })),
  'sign-out at an app': ({ session }) => app.endSession(session),
  'removal of one session': async ({ token, session }, other) => {
    const { sessions } = (await server.call(getSessionLog, {}, { token })).data
    const handle = sessions.find(one => session.endsWith(`.${one.session}`))?.session
    await ok(server.call(clearSessions, { session: handle }, { token: other }))
  },
  'sign-out everywhere else': (_, other) => ok(server.call(clearSessions, {}, { token: other })),
  '"this was not me"': async ({ uid }) => {
    const link = await runAsOperator(server, async (_db, keys) =>
      notMeLink(keys.link, { uid, at: Math.floor(Date.now() / 1_000) }),
    )
    await ok(server.call(reportNotMe, { link }, {}))
  },
  'the limit of sessions': async ({ who, uid }) => {
    await server.sql(`update session set last_seen = last_seen - interval '1 hour' where uid = $1`, uid)
    for (let i = 0; i < 49; i++) await insertLiveSession(server, uid)
    // Of more than 20 new sessions the latest are evicted first. These are old, so that the one used longest ago is.
    await server.sql(`update session set first_login = now() - interval '40 days' where uid = $1`, uid)
    await signInToken(server, who)
  },
  expiry: async ({ uid }) => {
    await server.sql(`update session set last_seen = now() - interval '2 years' where uid = $1`, uid)
    await operate(({ db }) => sweepSessions(db))
  },
  'the command "user sessions --end"': ({ uid }) => operate(target => endUserSessions(target, uid, 'lin')),
  'the command "deletions replay --end-sessions"': () =>
    operate(target =>
      replayDeletions(
        target as never,
        { deletions: 0, accounts: [], unproven: [] },
        { endSessions: true, acceptUnproven: false },
        'lin',
      ),
    ),
}

test.each(Object.entries(SESSION_ENDS))('%s ends a session', async (_, change) => {
  const known = await knownPerson()
  const other = await signInToken(server, known.who)
  await change(known, other)
  await until(known.uid, [`session.ended ${known.session}`])
})

/** With the fields that change. */
const CHANGES: Record<string, [string, Change]> = {
  'nickname and introduction': [
    'nickname introduction',
    ({ token }) => ok(server.call(setOtherInfo, { nickname: 'Quill', introduction: 'Cuts' }, { token })),
  ],
  gender: ['gender', ({ token }) => ok(server.call(setGender, { gender: 'female' }, { token }))],
  birthday: ['birthday', ({ token }) => ok(server.call(setBirthday, { birthday: '1990-01-02' }, { token }))],
  'country and region': [
    'country region',
    ({ token }) => ok(server.call(setCountry, { country: 'US', region: 'US-CA' }, { token })),
  ],
  avatar: ['headpic', ({ token }) => setAvatar(server, token)],
  'email address': [
    'email',
    async ({ uid, token }) => {
      const email = newEmail()
      await setBothProofs(server, uid)
      const code = await requestCode(server, email, 'bind')
      await ok(server.call(changeEmail, { email, ...code } as never, { token }))
    },
  ],
  password: [
    'password',
    ({ token }) =>
      ok(server.call(changePassword, { oldPassword: PASSWORD, password: OTHER } as never, { token })),
  ],
  'a connected social account': [
    'social',
    ({ uid }) =>
      operate(({ db }) =>
        db.transaction(tx => linkIdentity(tx, uid, 'github', { subject: uid, name: 'x' } as never)),
      ),
  ],
  'a disconnected social account': [
    'social',
    async ({ uid, token }) => {
      await server.sql(
        `with linked as (insert into social_link (uid, channel, name) values ($1, 'github', 'x'))
         insert into sign_in_identifier (kind, value, uid) values ('oauth:github', 'x:' || $1, $1::uuid)`,
        uid,
      )
      await ok(server.call(unbindSocial, { channel: 'github' }, { token }))
    },
  ],
  'a restriction': [
    'status',
    ({ uid }) => operate(({ db }) => setStatus(db, { who: uid, change: 'restrict', operator: 'lin' })),
  ],
  'the end of a ban': [
    'status',
    async ({ uid }) => {
      await server.sql(
        `update account set status = 'banned', banned_until = now() - interval '1 second' where uid = $1`,
        uid,
      )
      await operate(
        ({ db }) => liftEndedBansTask(db, { info: () => undefined } as never)({}, {} as never) as never,
      )
    },
  ],
}

test.each(Object.entries(CHANGES))('%s: names the changed fields', async (_, [fields, change]) => {
  const known = await knownPerson()
  await change(known, '')
  await until(known.uid, [`account.updated ${fields}`])
})

const BUSINESS_CHANGES: Record<string, [(known: Known) => string[], (known: Known) => Promise<unknown>]> = {
  'edit of mailbox and name': [
    () => ['account.updated email userName'],
    ({ uid }) =>
      operate(target =>
        editEnterprise(target, { who: uid, email: newEmail('new'), name: 'The Other', operator: 'lin' }),
      ),
  ],
  reset: [
    ({ session }) => ['account.updated password', `session.ended ${session}`],
    ({ uid }) => operate(target => resetEnterprise(target, uid, 'lin')),
  ],
}

test.each(Object.entries(BUSINESS_CHANGES))('%s of an enterprise account', async (_, [events, change]) => {
  const known = await knownPerson(() => seedBusiness(server))
  await change(known)
  await until(known.uid, events(known))
})

/** Changes with several events, in their order. */
const SEVERAL: Record<string, [(known: Known) => string[], Change]> = {
  'a password reset': [
    ({ session }) => ['account.updated password', `session.ended ${session}`],
    async ({ who: { email } }) => {
      const code = await requestCode(server, email, 'findpwd')
      await ok(server.call(findPassword, { email, ...code, password: OTHER }))
    },
  ],
  'a password change in another session': [
    ({ session }) => ['account.updated password', `session.ended ${session}`],
    (_, token) =>
      ok(server.call(changePassword, { oldPassword: PASSWORD, password: OTHER } as never, { token })),
  ],
  'a ban': [
    ({ session }) => ['account.updated status', `session.ended ${session}`],
    ({ uid }) => operate(({ db }) => setStatus(db, { who: uid, change: 'ban', operator: 'lin' })),
  ],
  'a stolen account that is given back': [
    ({ session }) => ['account.updated password', `session.ended ${session}`],
    async ({ uid }) => {
      const order = { who: uid, since: new Date(Date.now() - 1_000), evidence: 'passport', operator: 'lin' }
      const as = (source: string, work: () => Promise<unknown>) =>
        withOperatorEvidence({ source, stated: null, reason: 'stolen', caseNumber: '1' }, work)
      await operate(async target => {
        // The app stays known: it was entered before the theft.
        await server.sql(`update ticket_app set since = now() - interval '1 hour' where uid = $1`, uid)
        const restore = () => as('login:1', () => restoreAccount(target, order))
        const { approval } = (await restore().catch(
          (error: ApprovalPendingError) => error,
        )) as ApprovalPendingError
        const decision = { id: approval.id, approve: true, operator: 'mei' }
        await as('login:2', () => decideApproval(target.db, decision))
        await restore()
      })
    },
  ],
  'deletion by the owner': [
    ({ session }) => [`session.ended ${session}`, 'account.deleted'],
    async ({ who, token }) => {
      const code = await requestOwnCode(server, token, who, 'delete')
      await ok(server.call(deleteAccount, { ...code, confirm: true } as never, { token }))
    },
  ],
  'deletion by an operator': [
    ({ session }) => [`session.ended ${session}`, 'account.deleted'],
    ({ uid }) => operate(target => deleteUser(target, uid, 'lin')),
  ],
}

test.each(Object.entries(SEVERAL))('%s: several events, in order', async (_, [events, change]) => {
  const known = await knownPerson()
  const other = await signInToken(server, known.who)
  await change(known, other)
  await until(known.uid, events(known))
})

describe('what an app gets', () => {
  test('a redeemed benefit that it honors', async () => {
    const { uid, token } = await knownPerson()
    const other = {
      code: 'aiart',
      name: 'x',
      origins: ['https://b.example'],
      production: false,
      operator: 'lin',
    }
    await runAsOperator(server, db => createApp(db, other))
    await redeemCode(server, { token } as never, await createTestCode(server, { apps: ['aiart'] }))
    const code = await createTestCode(server, { apps: ['creative'] })
    await redeemCode(server, { token } as never, code)
    const [row] = await server.sql<{ benefit_id: string }>(
      'select benefit_id from benefit_event where uid = $1 order by id desc limit 1',
      uid,
    )
    await until(uid, [`benefit.redeemed ${row?.benefit_id}`])
  })

  test('no value, and exactly the documented fields', async () => {
    const { uid, token } = await knownPerson()
    await ok(server.call(setOtherInfo, { nickname: 'Quetzalcoatl' }, { token }))
    await until(uid, ['account.updated nickname'])
    const event = app.received.find(({ type, data }) => data.uid === uid && type === 'account.updated')
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'account.updated',
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      data: { uid, changed: ['nickname'] },
    })
    expect(
      JSON.stringify(await server.sql('select data from account_event where uid = $1', uid)),
    ).not.toContain('Quet')
  })

  test('nothing of an edit that changes nothing', async () => {
    const { uid, token } = await knownPerson()
    const edit = (nickname: string) => server.call(setOtherInfo, { nickname }, { token })
    await edit('Same')
    await edit('Same')
    await ok(server.call(setHeadpic, { headpic: '' }, { token }))
    await ok(server.call(setCountry, { country: 'US', region: '' }, { token }))
    await until(uid, ['account.updated nickname', 'account.updated country'])
  })

  test('nothing of an account or a session that it does not know', async () => {
    const stranger = await seedPerson(server)
    const token = await signInToken(server, stranger)
    await server.call(setOtherInfo, { nickname: 'Quill' }, { token })
    await server.call(logout, {}, { token })
    expect(await server.sql('select 1 from account_event where uid = $1', stranger.uid)).toEqual([])
    const known = await knownPerson()
    const second = await signInToken(server, known.who)
    await server.call(logout, {}, { token: second })
    expect(await server.sql('select type from account_event where uid = $1', known.uid)).toEqual([
      { type: 'account.created' },
    ])
  })
})

/** Statements that end sessions or change accounts, and where their events are tested above. */
const STATEMENTS: Record<string, string> = {
  'session.delete_oldest': 'the limit of sessions',
  'session.delete_family': 'logout',
  'session.delete_all': 'a password reset',
  'session.delete_others': 'sign-out everywhere else',
  'sweep.session.delete': 'expiry',
  'restore.end_sessions': 'the command "deletions replay --end-sessions"',
  'profile.other_info': 'nickname and introduction',
  'profile.gender': 'gender',
  'profile.birthday': 'birthday',
  'profile.country': 'country and region',
  'headpic.adopt': 'avatar',
  'account.set_email': 'email address',
  'account.set_password': 'a password reset',
  'account.clear_password': 'a stolen account that is given back',
  'account.replace_password': 'password',
  'account.set_default_password': 'reset',
  'account_admin.set_status': 'a restriction',
  'account_admin.lift_ended_ban': 'the end of a ban',
  'account_admin.update_enterprise': 'edit of mailbox and name',
  'social.link': 'a connected social account',
  'social.unbind': 'a disconnected social account',
  'account.upgrade_password_hash': 'none: the same password',
  'account_admin.demand_second_factor': 'none: apps know nothing of second factors',
  'factor.set': 'none: apps know nothing of second factors',
  'account.default_password_used': 'none: counts days',
  'account.postpone_default_password': 'none: counts postponements',
  'account_merge.freeze': 'none: the deletion at the end of the merge is an event',
  'account_merge.unfreeze': 'none: the state before the merge',
  'replica.mark_changed': 'none: counts as read from the primary',
}

test('every statement that ends sessions or changes accounts is listed with its test', () => {
  const root = fileURLToPath(new URL('../../src/', import.meta.url))
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('-store.ts') && !name.startsWith('demo/'),
  )
  const found = sources.flatMap(name =>
    [
      ...readFileSync(join(root, name), 'utf8').matchAll(
        /'([\w.]+)',\s*[`'](?:with old as[^\n]*\n\s*)?(?:update account |delete from session\b|delete from social_link|insert into social_link)/g,
      ),
    ].map(([, statement]) => statement),
  )
  expect(found.toSorted()).toEqual(Object.keys(STATEMENTS).toSorted())
  const tested = [SESSION_ENDS, CHANGES, BUSINESS_CHANGES, SEVERAL].flatMap(Object.keys)
  for (const where of Object.values(STATEMENTS).filter(text => !text.startsWith('none: ')))
    expect(tested).toContain(where)
})
