/** Usage events of social sign-in: by redirect, and by the step that connects an account. */
import { ApiError } from '@kerf/contract/client/client'
import type { Endpoint, OutputOf } from '@kerf/contract/endpoint'
import { keepSession } from '@kerf/contract/endpoints/session'
import { connectSocialFlow, readSocialResult } from '@kerf/contract/endpoints/social'
import { getConsentRule } from '@kerf/contract/endpoints/tracking'
import { TRACKING_PATH, type TrackedEvent } from '@kerf/contract/tracking/tracking'
import { expect, onTestFinished, test } from 'vitest'
import { linkIdentity } from '../../features/social/link-identity.ts'
import { completeSocialSignIn } from '../../features/social/social-callback.ts'
import { consentState } from '../../lib/analytics/consent-choice.ts'
import { setTrackingSink } from '../../lib/analytics/track.ts'
import { clearToken } from '../../lib/token/token-updates.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { pendingStep, startedFlow, unsentEvent } from './social-flow-storage.ts'

const RESULT = 'a'.repeat(43)
const SIGNED_IN: OutputOf<typeof readSocialResult> = {
  code: 0,
  utoken: 'secret-token',
  error: '',
  flow: '',
  op: 'login',
  channel: 'google',
  created: false,
  uri: '',
}

/** Returns from the provider as on the callback page. `direct` are the events that the page itself sends. */
async function returnFromProvider(answer: Partial<typeof SIGNED_IN>, rule: 'opt-in' | 'opt-out' = 'opt-out') {
  const path = location.pathname + location.search
  history.replaceState(null, '', '/en/authcb')
  showTestPage()
  const network = stubNetwork()
  consentState.set({ choice: undefined, rule: undefined })
  network.answer(readSocialResult, () => ({ ...SIGNED_IN, ...answer }))
  network.answer(keepSession, () => ({}))
  network.answer(getConsentRule, () => ({ rule }))
  const sent = network.answer({ method: 'POST', path: TRACKING_PATH } as Endpoint, () => ({}))
  onTestFinished(() => {
    history.replaceState(null, '', path)
    clearToken()
    pendingStep.clear()
    unsentEvent.clear()
  })
  startedFlow.set({ op: 'login', channel: 'google', query: '' })
  const next = await completeSocialSignIn(RESULT)
  return { next, direct: sent as readonly { events: readonly TrackedEvent[] }[], kept: unsentEvent.get() }
}

test.each([
  ['a sign-in', {}, { event: 'login', properties: { method: 'google', ok: true } }],
  ['a sign-up', { created: true }, { event: 'register', properties: { method: 'google', ok: true } }],
  ['a refusal', { code: 20401, utoken: '' }, { event: 'login', properties: { method: 'google', ok: false } }],
  ['nothing before the connect step', { code: 20115, utoken: '', flow: 'b'.repeat(43) }, undefined],
  [
    'a sign-in that returns to a page of the portal',
    { uri: `${location.origin}/en/profile` },
    { event: 'login', properties: { method: 'google', ok: true } },
  ],
])('keeps for the next page %s', async (_, answer, event) => {
  const { direct, kept } = await returnFromProvider(answer)
  expect(kept).toEqual(event)
  expect(direct).toEqual([])
})

test('sends a sign-in that returns to an app before it leaves', async () => {
  const { next, direct, kept } = await returnFromProvider({ uri: 'https://app.example/shop?mail=lovelace' })
  expect(next).toContain('app.example')
  expect(kept).toBeUndefined()
  expect(direct).toHaveLength(1)
  expect(direct[0]?.events).toMatchObject([{ event: 'login', properties: { method: 'google', ok: true } }])
  expect(JSON.stringify(direct)).not.toMatch(/secret-token|app\.example|lovelace/)
})

test('keeps and sends nothing without consent', async () => {
  const { direct, kept } = await returnFromProvider({ uri: 'https://app.example/' }, 'opt-in')
  expect(kept).toBeUndefined()
  expect(direct).toEqual([])
})

test.each([
  ['proof', false, 'login'],
  ['email', true, 'register'],
  ['email', false, 'login'],
] as const)('tracks the connection that needs %s, account created: %s', async (needs, created, event) => {
  showTestPage()
  const network = stubNetwork()
  const events: TrackedEvent[] = []
  setTrackingSink(tracked => events.push(tracked), 'discard')
  onTestFinished(() => {
    setTrackingSink(() => {}, 'discard')
    clearToken()
  })
  const connect = () =>
    linkIdentity(
      { flow: 'c'.repeat(43), email: 'ada@example.com', captcha: '123456', nonce: 'd'.repeat(43) },
      { channel: 'google', needs },
      { onConnected: async () => {}, onExpired() {} },
      new AbortController().signal,
    )
  network.answer(connectSocialFlow, () => {
    throw new ApiError('incorrect_code')
  })
  await expect(connect()).rejects.toThrow()
  network.answer(connectSocialFlow, () => ({ utoken: 'secret-token', uid: 'u', created, channel: 'google' }))
  await connect()
  expect(events).toEqual([
    { event: needs === 'email' ? 'register' : 'login', properties: { method: 'google', ok: false } },
    { event, properties: { method: 'google', ok: true } },
  ])
})
