/**
 * Every endpoint that changes something: the audit events that it has committed when it answers, or the reason why it writes
 * none. A new endpoint fails here until it is listed.
 */
import type { Endpoint } from '@kerf/contract/endpoint'
import { ENDPOINTS } from '@kerf/contract/endpoints/all-endpoints'
import { describe, expect, test } from 'vitest'
import { timeStep, totpCode } from '../../src/identity/factors/totp.ts'
import {
  requestOwnCode,
  setBothProofs,
  signInBrowser,
  signInToken,
  signInWithBothProofs,
} from '../account-center/fixtures.ts'
import { createTestCode, MASTER_KEY, newRedeemer } from '../redemption/helpers.ts'
import { connectionFlowOf, FROM_PORTAL, signInAtDemo } from '../sign-on/browser.ts'
import { CLIENT_ID, newPerson, useMockProvider } from '../sign-on/mock-provider.ts'
import { registerApp } from '../sign-on/register-app.ts'
import {
  newEmail,
  PASSWORD,
  requestCode,
  seedBusiness,
  seedPerson,
  skipCodeInterval,
  wrongCode,
} from '../support/accounts.ts'
import type { Answer, AnyInput, CallOptions } from '../support/api-call.ts'
import { useTestServer } from '../support/test-server.ts'
import { advanceWatchTime, newLearner, playLesson, startWatching, writeCourses } from '../training/helpers.ts'
import { createTrainedBrowser, newSerialNumber } from '../welder/helpers.ts'

type Name = keyof typeof ENDPOINTS
type Rows = readonly string[]

const APP = 'https://shop.partner.example'

const mock = await useMockProvider()
const server = await useTestServer({
  env: { ...mock.env, KERF_MASTER_KEY: MASTER_KEY, COURSES_FOLDER: writeCourses(5_000) },
})
const app = await registerApp(server, APP)

/** `event outcome` of the audit events of a call, read as soon as it is answered. */
/** Rows that the call wrote. What becomes of its mails is recorded later, by the job: test/mail. */
async function rowsOf({ requestId }: Pick<Answer<unknown>, 'requestId'>): Promise<string[]> {
  const rows = await server.sql<{ event: string; outcome: string }>(
    `select event, outcome from audit_event where request_id = $1 and event not like 'mail.%' order by id`,
    requestId,
  )
  return rows.map(row => `${row.event} ${row.outcome}`)
}

const call = (name: Name, input: AnyInput, options?: CallOptions): Promise<Answer<unknown>> =>
  server.call(ENDPOINTS[name] as Endpoint, input as never, options) as Promise<Answer<unknown>>

const signedInPerson = async () => {
  const person = await seedPerson(server)
  return { ...person, token: await signInWithBothProofs(server, person) }
}
const personWithOwnCode = async (scene: 'delete' | 'verify' | 'setpwd') => {
  const person = await signedInPerson()
  return { person, code: await requestOwnCode(server, person.token, person, scene) }
}
const ticketFor = async (token: string, target: string) =>
  ((await call('createTicket', { purpose: 'handover', target }, { token })).data as { ticket: string }).ticket

/** Somebody in whose browser the set-up of an authenticator app has begun; `code`: the first one of the app. */
async function startedTotp() {
  const person = await seedPerson(server)
  const { token, cookies } = await signInBrowser(server, person)
  const options = { token, headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') } }
  await setBothProofs(server, person.uid)
  const { secret } = (await call('startTotp', {}, options)).data as { secret: string }
  const bits = [...secret].map(c =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const key = Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
  return { person, options, code: totpCode(key, timeStep(Date.now())) }
}

async function confirmedTotp() {
  const { person, options, code } = await startedTotp()
  const { recoveryCodes } = (await call('confirmTotp', { code }, options)).data as { recoveryCodes: string[] }
  return { person, options, recoveryCodes }
}

/** The second factor is the proof that a change of factors needs. */
async function withFactor(owner: Awaited<ReturnType<typeof confirmedTotp>>) {
  await server.sql(`update session set acr = 'aal2' where uid = $1`, owner.person.uid)
  return owner
}

const RECOVERY_READY = 'insert into factor_recovery (uid, ready_at, mails) values ($1, now(), 3)'

/** A login that waits for its second step. `before`: a statement about the account. */
async function waitingFlow(before?: string) {
  const { person, recoveryCodes } = await confirmedTotp()
  if (before) await server.sql(before, person.uid)
  // Without a browser cookie, the flow is bound to the network.
  const network = { ip: '203.0.113.78' }
  const { data } = await call('login', { email: person.email, password: PASSWORD }, network)
  return { recoveryCodes, flow: (data as { flow: string }).flow, network }
}

async function passStep(code: (recoveryCodes: string[]) => string | undefined) {
  const { recoveryCodes, flow, network } = await waitingFlow()
  return call('passSecondStep', { flow, method: 'recovery', code: code(recoveryCodes) }, network)
}

/** The outcomes of each endpoint, with the audit events that they write. */
const AUDITED: Partial<
  Record<Name, Readonly<Record<string, readonly [() => Promise<Answer<unknown>>, Rows]>>>
> = {
  sendVerificationCode: {
    sent: [
      async () => {
        const email = newEmail()
        const { nonce } = (await call('verifyEmail', { email, scene: 'register' })).data as { nonce: string }
        return call('sendVerificationCode', { receiver: email, nonce, ticket: 'any' })
      },
      ['verification.code_sent ok'],
    ],
  },
  login: {
    right: [
      async () => call('login', { email: (await seedPerson(server)).email, password: PASSWORD }),
      ['login.password ok'],
    ],
    wrong: [
      async () => call('login', { email: (await seedPerson(server)).email, password: 'wrong' }),
      ['login.password refused'],
    ],
    'unknown account': [
      async () => call('login', { email: newEmail(), password: 'wrong' }),
      ['login.password refused'],
    ],
  },
  enterpriseLogin: {
    right: [
      async () =>
        call('enterpriseLogin', { account: (await seedBusiness(server)).account, password: PASSWORD }),
      ['login.enterprise ok'],
    ],
    wrong: [
      async () =>
        call('enterpriseLogin', { account: (await seedBusiness(server)).account, password: 'wrong' }),
      ['login.password refused'],
    ],
  },
  loginByVerificationCode: {
    right: [
      async () => {
        const { email } = await seedPerson(server)
        return call('loginByVerificationCode', { email, ...(await requestCode(server, email, 'login')) })
      },
      ['login.captcha ok'],
    ],
    wrong: [
      async () => {
        const { email } = await seedPerson(server)
        const code = await requestCode(server, email, 'login')
        return call('loginByVerificationCode', { email, ...code, captcha: wrongCode(code) })
      },
      ['login.captcha refused'],
    ],
  },
  register: {
    right: [
      async () => {
        const email = newEmail()
        const code = await requestCode(server, email, 'register')
        return call('register', { email, password: PASSWORD, ...code, agreement: true })
      },
      ['account.register ok', 'login.register ok'],
    ],
    wrong: [
      async () => {
        const email = newEmail()
        const code = await requestCode(server, email, 'register')
        return call('register', {
          email,
          password: PASSWORD,
          ...code,
          captcha: wrongCode(code),
          agreement: true,
        })
      },
      ['account.register refused'],
    ],
  },
  findPassword: {
    right: [
      async () => {
        const { email } = await seedPerson(server)
        return call('findPassword', {
          email,
          password: 'engraved-88',
          ...(await requestCode(server, email, 'findpwd')),
        })
      },
      ['password.reset ok', 'login.reset ok'],
    ],
    wrong: [
      async () => {
        const { email } = await seedPerson(server)
        const code = await requestCode(server, email, 'findpwd')
        return call('findPassword', { email, password: 'engraved-88', ...code, captcha: wrongCode(code) })
      },
      ['password.reset refused'],
    ],
  },
  logout: {
    done: [async () => call('logout', {}, { token: (await signedInPerson()).token }), ['login.logout ok']],
  },
  setAccountAside: {
    done: [
      async () =>
        call('setAccountAside', {}, { token: (await signedInPerson()).token, headers: FROM_PORTAL }),
      ['login.set_aside ok'],
    ],
  },
  switchAccount: {
    done: [
      async () => {
        const { token, uid } = await signedInPerson()
        return call('switchAccount', { uid }, { token, headers: FROM_PORTAL })
      },
      ['login.switch ok'],
    ],
  },
  endAccounts: {
    done: [
      async () => {
        const { token } = await signedInPerson()
        return call('endAccounts', {}, { cookie: `kerfAccounts=${token}:`, headers: FROM_PORTAL })
      },
      ['login.logout ok'],
    ],
  },
  reauthenticate: {
    right: [
      async () => call('reauthenticate', { password: PASSWORD }, { token: (await signedInPerson()).token }),
      ['login.proof ok'],
    ],
    wrong: [
      async () => call('reauthenticate', { password: 'wrong' }, { token: (await signedInPerson()).token }),
      ['login.proof refused'],
    ],
    'wrong code': [
      async () => {
        const { person, code } = await personWithOwnCode('verify')
        return call('reauthenticate', { ...code, captcha: wrongCode(code) }, { token: person.token })
      },
      ['login.proof refused'],
    ],
  },
  changePassword: {
    changed: [
      async () =>
        call(
          'changePassword',
          { oldPassword: PASSWORD, password: 'engraved-88' },
          { token: (await signedInPerson()).token },
        ),
      ['password.changed ok'],
    ],
    'wrong old password': [
      async () =>
        call(
          'changePassword',
          { oldPassword: 'wrong', password: 'engraved-88' },
          { token: (await signedInPerson()).token },
        ),
      ['password.changed refused'],
    ],
    'wrong code for the first password': [
      async () => {
        const { person, code } = await personWithOwnCode('setpwd')
        await server.sql('update account set password_hash = null where uid = $1', person.uid)
        return call(
          'changePassword',
          { ...code, captcha: wrongCode(code), password: 'engraved-88' },
          { token: person.token },
        )
      },
      ['password.set refused'],
    ],
  },
  changeEnterprisePassword: {
    changed: [
      async () => {
        const token = await signInToken(server, await seedBusiness(server))
        return call('changeEnterprisePassword', { oldPassword: PASSWORD, password: 'engraved-88' }, { token })
      },
      ['password.changed ok'],
    ],
  },
  postponePassword: {
    postponed: [
      async () => {
        const token = await signInToken(server, await seedBusiness(server, { defaultPassword: true }))
        return call('postponePassword', {}, { token })
      },
      ['password.postponed ok'],
    ],
  },
  changeEmail: {
    moved: [
      async () => {
        const { token } = await signedInPerson()
        const email = newEmail('next')
        return call('changeEmail', { email, ...(await requestCode(server, email, 'bind')) }, { token })
      },
      ['account.email_changed ok'],
    ],
    'wrong code': [
      async () => {
        const { token } = await signedInPerson()
        const email = newEmail('next')
        const code = await requestCode(server, email, 'bind')
        return call('changeEmail', { email, ...code, captcha: wrongCode(code) }, { token })
      },
      ['account.email_changed refused'],
    ],
  },
  setSecondEmail: {
    set: [
      async () => {
        const { token } = await signedInPerson()
        const email = newEmail('second')
        return call('setSecondEmail', { email, ...(await requestCode(server, email, 'bind')) }, { token })
      },
      ['account.second_email ok'],
    ],
    'wrong code': [
      async () => {
        const { token } = await signedInPerson()
        const email = newEmail('second')
        const code = await requestCode(server, email, 'bind')
        return call('setSecondEmail', { email, ...code, captcha: wrongCode(code) }, { token })
      },
      ['account.second_email refused'],
    ],
  },
  removeSecondEmail: {
    removed: [
      async () => {
        const { token } = await signedInPerson()
        const email = newEmail('second')
        const code = await requestCode(server, email, 'bind')
        await call('setSecondEmail', { email, ...code }, { token })
        return call('removeSecondEmail', {}, { token })
      },
      ['account.second_email ok'],
    ],
  },
  deleteAccount: {
    deleted: [
      async () => {
        const { person, code } = await personWithOwnCode('delete')
        return call('deleteAccount', { ...code, confirm: true }, { token: person.token })
      },
      ['account.deleted ok'],
    ],
    'wrong code': [
      async () => {
        const { person, code } = await personWithOwnCode('delete')
        return call(
          'deleteAccount',
          { ...code, captcha: wrongCode(code), confirm: true },
          { token: person.token },
        )
      },
      ['account.deleted refused'],
    ],
  },
  clearSessions: {
    'all others': [
      async () => {
        const person = await signedInPerson()
        await signInToken(server, person)
        return call('clearSessions', {}, { token: person.token })
      },
      ['session.cleared ok'],
    ],
  },
  recognizeSession: {
    'of another login': [
      async () => {
        const person = await signedInPerson()
        await signInToken(server, person)
        const { data } = await call('getSessionLog', {}, { token: person.token })
        const { sessions } = data as { sessions: { session: string; current: boolean }[] }
        const session = sessions.find(({ current }) => !current)?.session
        return call('recognizeSession', { session }, { token: person.token })
      },
      ['session.recognized ok'],
    ],
  },
  connectSocialFlow: {
    wrong: [
      async () => {
        const person = await seedPerson(server)
        const flow = connectionFlowOf(await signInAtDemo(server, { name: newEmail(), email: person.email }))
        return call('connectSocialFlow', { flow, password: 'wrong' })
      },
      ['social.bound refused'],
    ],
    right: [
      async () => {
        const person = await seedPerson(server)
        const flow = connectionFlowOf(await signInAtDemo(server, { name: newEmail(), email: person.email }))
        return call('connectSocialFlow', { flow, password: PASSWORD })
      },
      ['login.second_step ok', 'verification.code_sent ok'],
    ],
    'right, without a password': [
      async () => {
        const person = await seedPerson(server, { hasPassword: false })
        const flow = connectionFlowOf(await signInAtDemo(server, { name: newEmail(), email: person.email }))
        const { nonce, email: receiver } = (await server.call(ENDPOINTS.describeSocialFlow, { flow })).data
        await call('sendVerificationCode', { receiver, nonce, ticket: 'any' })
        return call('connectSocialFlow', { flow, nonce, captcha: await server.waitForCode(person.email) })
      },
      ['login.social.demo ok', 'social.bound ok'],
    ],
  },
  passSecondStep: {
    right: [() => passStep(codes => codes[0]), ['login.second_step ok', 'login.password ok']],
    wrong: [() => passStep(() => 'wrong'), ['login.second_step refused']],
  },
  sendLoginCode: {
    sent: [
      async () => {
        const { flow, network } = await waitingFlow(RECOVERY_READY)
        return call('sendLoginCode', { flow }, network)
      },
      ['verification.code_sent ok'],
    ],
  },
  startFactorRemoval: {
    started: [
      async () => {
        const { flow, network } = await waitingFlow()
        return call('startFactorRemoval', { flow }, network)
      },
      ['factor.removal_started ok'],
    ],
  },
  stopFactorRemoval: {
    stopped: [
      async () => {
        const { person, options } = await confirmedTotp()
        await server.sql(RECOVERY_READY, person.uid)
        return call('stopFactorRemoval', {}, options)
      },
      ['factor.removal_stopped ok'],
    ],
  },
  confirmTotp: {
    right: [
      async () => {
        const { options, code } = await startedTotp()
        return call('confirmTotp', { code }, options)
      },
      ['factor.added ok'],
    ],
  },
  removeTotp: {
    removed: [
      async () => call('removeTotp', {}, (await withFactor(await confirmedTotp())).options),
      ['factor.removed ok'],
    ],
  },
  renewRecoveryCodes: {
    renewed: [
      async () => call('renewRecoveryCodes', {}, (await withFactor(await confirmedTotp())).options),
      ['factor.recovery_codes ok'],
    ],
  },
  forgetBrowsers: {
    forgotten: [
      async () => call('forgetBrowsers', {}, (await confirmedTotp()).options),
      ['factor.browsers_forgotten ok'],
    ],
  },
  loginWithAccessToken: {
    'a new account': [
      async () => {
        const idToken = await mock.idToken({ ...newPerson(), aud: CLIENT_ID })
        return call(
          'loginWithAccessToken',
          { op: 'login', cid: CLIENT_ID, idToken },
          { params: { channel: 'mock' } },
        )
      },
      ['account.register ok', 'login.social.mock ok'],
    ],
    'no token of the provider': [
      async () =>
        call(
          'loginWithAccessToken',
          { op: 'login', cid: CLIENT_ID, idToken: 'a.b.c' },
          { params: { channel: 'mock' } },
        ),
      ['social.login refused'],
    ],
  },
  unbindSocial: {
    disconnected: [
      async () => {
        const person = await signedInPerson()
        await server.sql(
          `insert into sign_in_identifier (kind, value, uid) values ('oauth:demo', $2, $1)`,
          person.uid,
          newEmail(),
        )
        await server.sql(
          `insert into social_link (uid, channel, name) values ($1, 'demo', 'Ada')`,
          person.uid,
        )
        return call('unbindSocial', { channel: 'demo' }, { token: person.token })
      },
      ['social.unbound ok'],
    ],
  },
  enterByTicket: {
    entered: [
      async () => {
        const { token } = await signedInPerson()
        return call('enterByTicket', {
          ticket: await ticketFor(token, `http://localhost:${new URL(server.url).port}`),
        })
      },
      ['login.ticket ok'],
    ],
  },
  redeemTicket: {
    redeemed: [
      async () =>
        call(
          'redeemTicket',
          { ticket: await ticketFor((await signedInPerson()).token, APP) },
          { headers: app },
        ),
      ['ticket.redeemed ok'],
    ],
  },
  endSessions: {
    ended: [
      async () => {
        const ticket = await ticketFor((await signedInPerson()).token, APP)
        const { session } = (await call('redeemTicket', { ticket }, { headers: app })).data as {
          session: string
        }
        return call('endSessions', { sessions: [session] }, { headers: app })
      },
      ['login.logout ok'],
    ],
  },
  redeem: {
    granted: [
      async () =>
        call('redeem', { code: await createTestCode(server) }, { token: (await newRedeemer(server)).token }),
      ['redemption.redeem ok'],
    ],
    unknown: [
      async () => call('redeem', { code: 'ZZZZZZZZZZZZZZZZ' }, { token: (await newRedeemer(server)).token }),
      ['redemption.redeem refused'],
    ],
    expired: [
      async () =>
        call(
          'redeem',
          { code: await createTestCode(server, { expires: '2020-01-01' }) },
          { token: (await newRedeemer(server)).token },
        ),
      ['redemption.redeem refused'],
    ],
  },
  finishWatchSession: {
    'the last lesson of a course': [
      async () => {
        const learner = await newLearner(server)
        const { watch } = (await startWatching(server, learner, 'heat', 'printer')).data
        await playLesson(server, learner, watch, 5_000)
        await advanceWatchTime(server, learner, 1_000)
        return call('finishWatchSession', { watch }, { token: learner.token })
      },
      ['training.lesson ok', 'training.finished ok'],
    ],
  },
  issueCertificate: {
    issued: [
      async () => {
        const learner = await newLearner(server)
        const { watch } = (await startWatching(server, learner, 'heat', 'printer')).data
        await playLesson(server, learner, watch, 5_000)
        await call('finishWatchSession', { watch }, { token: learner.token })
        const prizes = (await call('getCertificateStatus', null, { token: learner.token })).data as {
          printCertId: string
        }
        return call('issueCertificate', { certId: prizes.printCertId }, { token: learner.token })
      },
      ['training.certificate ok'],
    ],
  },
  requestUnlock: {
    asked: [
      async () =>
        call(
          'requestUnlock',
          { sn: newSerialNumber(), lightSource: '1200W' },
          await createTrainedBrowser(server),
        ),
      ['unlock.requested ok'],
    ],
  },
  issueUnlockPassword: {
    issued: [
      async () => {
        const asked = await call(
          'requestUnlock',
          { sn: newSerialNumber(), lightSource: '1200W' },
          await createTrainedBrowser(server),
        )
        return call('issueUnlockPassword', { token: (asked.data as { token: string }).token })
      },
      ['unlock.issued ok'],
    ],
  },
  publishMessage: {
    sent: [
      async () => {
        const { uid } = await seedPerson(server)
        const both = { en: 'Hello', zh: '你好' }
        const message = { audience: `uid:${uid}`, category: 'app', title: both, body: both }
        return call('publishMessage', message, { headers: app })
      },
      ['message.send ok'],
    ],
  },
  revokeMessage: {
    revoked: [
      async () => {
        const both = { en: 'Hello', zh: '你好' }
        const message = { audience: 'app:portal', category: 'app', title: both, body: both }
        const sent = await call('publishMessage', message, { headers: app })
        return call('revokeMessage', { id: (sent.data as { id: string }).id }, { headers: app })
      },
      ['message.revoke ok'],
    ],
  },
}

/** Endpoints that write no audit event, with the reason. */
const NOT_AUDITED: Partial<Record<Name, string>> = {
  verifyEmail: 'starts a step; sending the code writes the event',
  verifyOwnEmail: 'starts a step; sending the code writes the event',
  verifyEnterpriseAccount: 'starts a step; sending the code writes the event',
  verifyHumanAnswer: 'a human check, of no account',
  verifyRecaptcha: 'a human check, of no account',
  getPasskeyLoginOptions: 'starts a ceremony; its end writes the event',
  getPasskeyRegisterOptions: 'starts a ceremony; its end writes the event',
  getPasskeyCreationOptions: 'starts a ceremony; its end writes the event',
  getPasskeyProofOptions: 'starts a ceremony; its end writes the event',
  startTotp: 'starts a set-up; its end writes the event',
  startLoginSetup: 'starts a set-up; its end writes the event',
  describeLoginStep: 'only reads',
  describeNotMe: 'only reads',
  getCodeDelivery: 'only reads',
  getPasskeyStepOptions: 'starts a ceremony; its end writes the event',
  keepSession: 'sets the cookie of a token that the caller has',
  setOtherInfo: 'profile, which only its owner reads and changes',
  setGender: 'profile',
  setBirthday: 'profile',
  setCountry: 'profile',
  setHeadpic: 'profile',
  uploadHeadpic: 'profile',
  createUnlockChallenge: 'a proof of work, of no account',
  createTicket: 'its use writes the event',
  startMachineClaim: 'grants nothing; the claim writes the event',
  describeMachineOffer: 'only reads',
  describeWorkshop: 'only reads',
  listLiveSessions: 'only reads',
  readSocialResult: 'returns the result of the callback, which writes the event',
  describeSocialFlow: 'only reads',
  describeAuthorization: 'only reads',
  describeLogout: 'only reads',
  describeDevice: 'only reads',
  getPairingOutcome: 'only reads',
  startWatchSession: 'grants nothing; the grant writes the event',
  reportWatchPosition: 'grants nothing; the grant writes the event',
  readMessages: 'the reader’s own mark',
  readAllMessages: 'the reader’s own mark',
  setMessageSetting: 'the reader’s own setting',
  setMessageSettings: 'the reader’s own setting',
  removeUnlockedMachine: 'an entry of the person’s own list; the unlock itself is audited',
}

/** Endpoints whose events other tests check. */
const TESTED_ELSEWHERE: Partial<Record<Name, string>> = {
  exportAccount: 'account-center/export.test.ts',
  reportNotMe: 'account-center/not-me.test.ts',
  allowLogin: 'sign-in/new-country.test.ts',
  confirmMailbox: 'commands/support/lost-mailbox.test.ts of operator',
  answerAuthorization: 'openid/consent.test.ts',
  answerLogout: 'openid/logout.test.ts',
  activateDevice: 'openid/device.test.ts',
  withdrawApp: 'openid/tokens.test.ts',
  loginByPasskey: 'passkeys/login.test.ts',
  registerByPasskey: 'passkeys/register.test.ts',
  addPasskey: 'passkeys/own-passkeys.test.ts',
  renamePasskey: 'passkeys/own-passkeys.test.ts',
  removePasskey: 'passkeys/own-passkeys.test.ts',
  claimMachine: 'machines/audit.test.ts',
  renameMachine: 'machines/audit.test.ts',
  inviteToMachine: 'machines/audit.test.ts',
  acceptMachineInvitation: 'machines/audit.test.ts',
  approveMachinePerson: 'machines/audit.test.ts',
  withdrawMachineInvitation: 'machines/audit.test.ts',
  removeMachinePerson: 'machines/audit.test.ts',
  startMachineTransfer: 'machines/audit.test.ts',
  cancelMachineTransfer: 'machines/audit.test.ts',
  acceptMachineTransfer: 'machines/audit.test.ts',
  releaseMachine: 'machines/audit.test.ts',
  setMachineLost: 'machines/audit.test.ts',
  issueMachinePass: 'machines/audit.test.ts',
  limitMachinePasses: 'machines/audit.test.ts',
  answerMachineRequest: 'machines/audit.test.ts',
  createWorkshop: 'machines/audit.test.ts',
  renameWorkshop: 'machines/audit.test.ts',
  inviteToWorkshop: 'machines/audit.test.ts',
  withdrawWorkshopInvitation: 'machines/audit.test.ts',
  joinWorkshop: 'machines/audit.test.ts',
  approveWorkshopMember: 'machines/audit.test.ts',
  makeWorkshopAdmin: 'machines/audit.test.ts',
  shareWithWorkshopMember: 'machines/audit.test.ts',
  removeWorkshopMember: 'machines/audit.test.ts',
  dissolveWorkshop: 'machines/audit.test.ts',
  stopWorkshopAct: 'machines/audit.test.ts',
  giveMachine: 'machines/audit.test.ts',
}

const writes = (Object.entries(ENDPOINTS) as [Name, Endpoint][]).filter(([, { method }]) => method !== 'GET')

test('every endpoint that changes something is listed once', () => {
  const listed = [AUDITED, NOT_AUDITED, TESTED_ELSEWHERE].flatMap(Object.keys).sort()
  expect(listed).toEqual(writes.map(([name]) => name).sort())
})

for (const [name, outcomes] of Object.entries(AUDITED))
  describe(name, () => {
    for (const [outcome, [act, rows]] of Object.entries(outcomes))
      test(`${outcome}: ${rows.join(', ')}`, async () => {
        await skipCodeInterval(server)
        const answer = await act()
        expect(await rowsOf(answer), answer.text).toEqual(rows)
      })
  })
