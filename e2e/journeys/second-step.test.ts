import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addAuthenticator } from '../lib/authenticator.ts'
import { signIn, signOut, waitForPath } from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, type Journey, test } from '../lib/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const step = (page: Page) => page.getByRole('region', { name: 'Two-step login' })

/** RFC 6238; `drift` in steps of 30 seconds. */
function totpCode(key: string, drift = 0): string {
  const bits = [...key.replaceAll(/\s/g, '')]
    .map(c => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + drift))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}

/** Sets up an authenticator app on the open security page. Returns its key and a recovery code. */
async function setUpApp({ page }: Journey): Promise<{ key: string; recoveryCode: string }> {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const setup = dialog(page, 'Set up authenticator app')
  await setup.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = (await setup.locator('code').textContent()) ?? ''
  // The code of the period before is accepted too, so that the present one is good for the login below; near the end of a period it
  // would be two behind when it arrives.
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 10_000) await page.waitForTimeout(left)
  await setup.getByRole('textbox', { name: 'Authenticator code' }).fill(totpCode(key, -1))
  const codes = dialog(page, 'Your recovery codes')
  await expect(codes.locator('code')).toHaveCount(10)
  const [recoveryCode = ''] = await codes.locator('code').allTextContents()
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 left').waitFor()
  return { key, recoveryCode }
}

test('sets up an authenticator app, then logs in with its code and a passkey', async ({ journey }) => {
  const { page, context, url, open, newVisitor } = journey
  journey.expectConsole(/status of 4\d\d/)
  const person = await newPerson(url)
  await setTokenCookie(context, url, person.token)
  await addAuthenticator(page)
  await open('/en/profile/security')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: /^Remove Passkey/ }).waitFor()
  const { key } = await setUpApp(journey)

  const byApp = await newVisitor()
  await byApp.open('/en/login')
  await signIn(byApp.page, person)
  await step(byApp.page).getByRole('textbox', { name: 'Authenticator code' }).fill(totpCode(key))
  await waitForPath(byApp.page, '/en/profile')

  await page.bringToFront()
  // The authenticator answers at once: the autofill of the login page would log in before the dialog opens.
  const withoutAutofill = () => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  }
  await page.addInitScript(withoutAutofill)
  await page.evaluate(withoutAutofill)
  await signOut(page)
  await waitForPath(page, '/en/login')
  await signIn(page, person)
  const passed = page.waitForResponse(response => response.url().endsWith('/v1/login/factor'))
  await step(page).getByRole('button', { name: 'Use a passkey' }).click()
  expect((await passed).status()).toBe(200)
  await waitForPath(page, '/en/profile')
})

test('logs in with a recovery code', FULL, async ({ journey }) => {
  const { context, url, open, newVisitor } = journey
  journey.expectConsole(/status of 4\d\d/)
  const person = await newPerson(url)
  await setTokenCookie(context, url, person.token)
  await open('/en/profile/security')
  const { recoveryCode } = await setUpApp(journey)
  const other = await newVisitor()
  await other.open('/en/login')
  await signIn(other.page, person)
  await step(other.page).getByRole('button', { name: 'Use a recovery code' }).click()
  await other.page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
  await other.page.getByRole('button', { name: 'Confirm' }).click()
  await waitForPath(other.page, '/en/profile')
})
