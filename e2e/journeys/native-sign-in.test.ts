/** An app that signs people in with Apple and WeChat itself, and answers `login.open` over its native bridge. */
import type { Page } from '@playwright/test'
import { waitForSignedIn } from '../lib/host/host.ts'
import { type NativeAnswer, type NativeProviders, startNativeProviders } from '../lib/native-providers.ts'
import { newEmail } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { chooseChannel } from '../lib/provider.ts'
import { expect, FULL, provide, test } from '../lib/test.ts'

let providers: NativeProviders
let product: Product
test.beforeAll(async () => {
  providers = await startNativeProviders()
  product = await startProduct(providers.settings)
})
test.afterAll(async () => {
  await product?.close()
  providers?.close()
})
test.use({ url: provide(() => product.url) })

/** What docs/native-bridge.md asks of an app, for one call: this is the script that it adds to each page. */
const answerLoginOpen = (page: Page, answer: NativeAnswer): Promise<unknown> =>
  page.addInitScript(value => {
    const message = { source: 'kerf-host', version: 1 }
    let seq = 0
    const send = (fields: object) => {
      const { KerfPortal } = window as unknown as { KerfPortal: { receive(text: string): void } }
      KerfPortal.receive(JSON.stringify({ ...message, ...fields }))
    }
    const receive = (text: string) => {
      const { type, session, nonce, id, method } = JSON.parse(text)
      if (type === 'ready' && nonce === undefined)
        send({ type: 'hello', nonce: crypto.randomUUID(), calls: ['login.open'], app: { version: '2.1.0' } })
      if (type === 'call' && method === 'login.open')
        send({ type: 'answer', session, seq: seq++, id, ok: true, value })
    }
    Object.assign(window, { KerfBridge: { postMessage: (text: string) => setTimeout(receive, 0, text) } })
  }, answer)

const LOGIN = '/en/login?md=full-win&p=creative&s=pc&av=2.1.0'

test('logs in with an ID token of Apple that has a nonce', FULL, async ({ page, open }) => {
  await answerLoginOpen(page, providers.apple(newEmail(), 'of-this-request'))
  await open(LOGIN)
  await chooseChannel(page, 'Apple')
  await waitForSignedIn(page)
})

test('asks for an address after the token and openid of WeChat', FULL, async ({ page, open }) => {
  await answerLoginOpen(page, providers.wechat())
  await open(LOGIN)
  await chooseChannel(page, 'WeChat')
  await page.getByRole('heading', { name: 'One more step: your email' }).waitFor()
})

for (const [defect, channel, answerOf] of [
  ['for another nonce', 'Apple', () => ({ ...providers.apple(newEmail(), 'signed'), nonce: 'another' })],
  ['without its nonce', 'Apple', () => ({ ...providers.apple(newEmail(), 'signed'), nonce: undefined })],
  ['without its openid', 'WeChat', () => ({ ...providers.wechat(), openId: undefined })],
  ['with the openid of another person', 'WeChat', () => ({ ...providers.wechat(), openId: 'somebody' })],
] as const)
  test(`refuses a token of ${channel} ${defect}`, FULL, async ({ page, context, open, expectConsole }) => {
    expectConsole(/status of 4\d\d/)
    const { nonce, openId, ...rest } = answerOf()
    await answerLoginOpen(page, { ...rest, ...(nonce && { nonce }), ...(openId && { openId }) })
    await open(LOGIN)
    await chooseChannel(page, channel)
    await page.getByText(`${channel} could not log you in`).waitFor()
    expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'utoken' }))
  })
