/** The calls that people make often, each by many accounts in turn. */

import { getCertificateStatus } from '@kerf/contract/endpoints/certificate'
import { countMessages, listMessages, readAllMessages, readMessages } from '@kerf/contract/endpoints/message'
import { getBasicInfo, getFullInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { getRedemptions, redeem } from '@kerf/contract/endpoints/redemption'
import { getSessionLog } from '@kerf/contract/endpoints/session'
import { login } from '@kerf/contract/endpoints/sign-in'
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { listCourses, startWatchSession } from '@kerf/contract/endpoints/training'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { TRACKING_SDK_PATH } from '@kerf/contract/tracking/tracking'
import type { Installation } from '../harness/installation.ts'
import { SEED_PASSWORD, seedRedemptionCodes } from '../harness/seed.ts'
import type { Call } from '../load/load.ts'
import { clientAddress } from '../load/run-load.ts'
import { signUps } from '../sections/sign-up.ts'
import { BROADCASTS, BROWSER_COOKIE, emailOf, tokenOf } from './data-set.ts'

export interface HotCall {
  readonly name: string
  readonly connections: number
  /** `count` calls of as many accounts */
  create(count: number): Call[] | Promise<Call[]>
  /** each call works once */
  readonly isSpent?: true
  /** most calls a second that are expected; default 2,000 */
  readonly rateMax?: number
}

const CONNECTIONS = 32
/** Prime: consecutive calls belong to accounts that are far apart. */
const STRIDE = 7_919
const EVENTS_PER_BATCH = 10
/** Fewer than are called in a second. */
const AGAIN = 1_500

/** Personal accounts all over a data set. Calls of a later measurement belong to other accounts than those of an earlier one. */
export function createAccountPicker(accounts: number): (count: number) => number[] {
  let next = 0
  return count => {
    const picked: number[] = []
    while (picked.length < count) {
      const account = ((next++ * STRIDE) % accounts) + 1
      if (account % 100 !== 0) picked.push(account)
    }
    return picked
  }
}

export function createHotCalls(installation: Installation, accounts: number): readonly HotCall[] {
  const pick = createAccountPicker(accounts)
  /** The warm-up stores the time of their use. */
  const again = pick(Math.min(AGAIN, accounts / 2))
  const by =
    (
      method: Call['method'],
      path: string,
      body?: (account: number, index: number) => unknown,
      from: (count: number) => number[] = pick,
    ) =>
    (count: number): Call[] =>
      from(count).map((account, index) => ({
        method,
        path,
        headers: {
          [TOKEN_HEADER]: tokenOf(account),
          'x-forwarded-for': clientAddress(account),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body(account, index)) }),
      }))
  const call = (name: string, create: HotCall['create'], more: Partial<HotCall> = {}): HotCall => ({
    name,
    connections: CONNECTIONS,
    create,
    ...more,
  })
  const events = Array.from({ length: EVENTS_PER_BATCH }, (_, index) => ({
    type: 'track',
    event: '$WebClick',
    distinct_id: `19a5f0c4e3b-${index}-1e525636-2073600-19a5f0c4e3c`,
    time: Date.now(),
    properties: { $url: 'https://passport.example/en/login', $element_type: 'button' },
  }))
  const eventBody = `data_list=${encodeURIComponent(Buffer.from(JSON.stringify(events)).toString('base64'))}`

  return [
    call('session check', by('GET', getBasicInfo.path), { connections: 64, rateMax: 12_000 }),
    call('session check, used before', count => by('GET', getBasicInfo.path, undefined, () => again)(count), {
      connections: 64,
      rateMax: 12_000,
    }),
    call('account details', by('GET', getFullInfo.path)),
    call('message list', by('GET', listMessages.path)),
    call('message count', by('GET', countMessages.path), { rateMax: 4_000 }),
    call(
      'message read',
      by('POST', readMessages.path, (_, index) => ({ ids: [`b${BROADCASTS - (index % 90)}`] })),
    ),
    call(
      'all messages read',
      by('POST', readAllMessages.path, () => ({})),
    ),
    call('login history', by('GET', getSessionLog.path)),
    call('redemption list', by('GET', getRedemptions.path)),
    call(
      'redemption',
      async count => {
        const codes = await seedRedemptionCodes(installation.db, installation.keys, count)
        return by('POST', redeem.path, (_, index) => ({ code: codes[index] ?? '' }))(codes.length)
      },
      { isSpent: true, rateMax: 900 },
    ),
    call(
      'profile change',
      by('PATCH', setOtherInfo.path, account => ({ nickname: `Maker ${account}` })),
    ),
    call(
      'handover ticket',
      by('POST', createTicket.path, () => ({ purpose: 'handover', target: 'https://shop.example' })),
    ),
    call('courses', by('GET', listCourses.path)),
    call('certificate status', by('GET', getCertificateStatus.path)),
    call(
      'lesson start',
      by('POST', startWatchSession.path, () => ({ course: 'laser', lesson: 'classes' })),
    ),
    call('tracking batch', count =>
      pick(count).map(account => ({
        method: 'POST',
        path: TRACKING_SDK_PATH,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': clientAddress(account),
        },
        body: eventBody,
      })),
    ),
    call(
      'login',
      count =>
        pick(count).map(account => ({
          method: 'POST',
          path: login.path,
          headers: {
            'content-type': 'application/json',
            cookie: `kerfDevice=${BROWSER_COOKIE}`,
            'x-forwarded-for': clientAddress(account),
          },
          body: JSON.stringify({ email: emailOf(account), password: SEED_PASSWORD, remember: true }),
        })),
      { connections: 16, rateMax: 200 },
    ),
    call('sign-up', count => signUps(installation, count), { connections: 16, isSpent: true, rateMax: 200 }),
  ]
}
