/** Brings screens into states of passkeys and second factors. Their calls are mocked, so that the demo accounts keep theirs. */
import type { Page } from '@playwright/test'
import { addAuthenticator } from '../lib/authenticator.ts'
import { countryIn, dialog, filled, submit } from './states.ts'

export const mock = (page: Page, path: string, data: object, code = 0) =>
  page.route(
    ({ pathname }) => pathname === `/v1/${path}`,
    route => route.fulfill({ json: { code, data, msg: '', requestId: '1' } }),
  )

/** A module of a QR code in every second row and column. */
export const QR_CODE = Array.from(
  { length: 625 },
  (_, n) => `M${(n % 25) * 4} ${Math.floor(n / 25) * 4}h4v4h-4z`,
)
  .filter((_, n) => (n * 7) % 3 !== 0)
  .join('')
const SETUP = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/demo', qrCode: QR_CODE }
const RECOVERY_CODES = Array.from({ length: 10 }, (_, n) => `k7mp${n}-xqrwt`)
const SINCE = Date.UTC(2026, 2, 4) / 1000

/** The step in the place of the login form. */
const step = (page: Page) => page.getByRole('main').getByRole('region')

/** The password is right, and the account has the factors. */
const asked = (methods: readonly string[]) => async (page: Page) => {
  await mock(page, 'login', { flow: 'a-flow', methods }, 20108)
  await filled(page)
  await submit(page).click()
  await step(page).waitFor()
}

export const secondStep = asked(['totp', 'recovery'])

export async function secondStepRecovery(page: Page): Promise<void> {
  await secondStep(page)
  await page.getByRole('button', { name: /^(Use a recovery code|使用恢复码)$/ }).click()
}

export async function secondStepRefused(page: Page): Promise<void> {
  await mock(page, 'login/factor', {}, 20201)
  await secondStep(page)
  await step(page).locator('input[name=code]').fill('271828')
  await step(page).locator('[aria-invalid]').first().waitFor()
}

const waiting = (page: Page, removalAt: number | null, purpose: string | null = null) =>
  mock(page, 'login/factor/flow', {
    methods: [],
    purpose,
    receiver: 'a***e@example.com',
    wait: 42,
    removalAt,
  })

/** A code was sent by email: a new browser in a new country. */
export async function secondStepByMail(page: Page): Promise<void> {
  await waiting(page, null, 'country')
  await asked(['mail'])(page)
  await step(page).locator('input[name=code]').waitFor()
}

const lostFactor = (removalAt: number | null) => async (page: Page) => {
  await waiting(page, removalAt)
  await secondStep(page)
  await page.getByRole('button', { name: /^(Lost your phone|手机和恢复码)/ }).click()
  await step(page).getByText('a***e@example.com').waitFor()
}
export const secondStepLost = lostFactor(null)
export const secondStepWaiting = lostFactor(SINCE)

/** An operator demands a factor, and the account has none. */
export async function secondStepSetup(page: Page): Promise<void> {
  await mock(page, 'login/factor/setup', SETUP)
  await asked(['setup'])(page)
  await step(page).locator('code').waitFor()
}

export async function authenticatorSetup(page: Page): Promise<void> {
  await mock(page, 'user/factors/totp', SETUP)
  await dialog(/^(Set up authenticator app|设置验证器应用)$/)(page)
  await page.getByRole('dialog').locator('code').first().waitFor()
}

export async function recoveryCodes(page: Page): Promise<void> {
  await mock(page, 'user/factors/totp/confirm', { recoveryCodes: RECOVERY_CODES })
  await authenticatorSetup(page)
  await page.getByRole('dialog').locator('input[name=code]').fill('271828')
  await page.getByRole('dialog').locator('code').nth(9).waitFor()
}

/** Two passkeys, one of them suspended, and an authenticator app with few recovery codes. */
export async function factors(page: Page): Promise<void> {
  const passkey = {
    name: '',
    provider: '',
    synced: true,
    suspended: false,
    location: countryIn(page, 'DE'),
    createdAt: SINCE,
  }
  const passkeys = [
    {
      ...passkey,
      id: 'a',
      provider: 'iCloud Keychain',
      lastUsedAt: SINCE + 86_400,
      application: 'Safari (iOS)',
    },
    {
      ...passkey,
      id: 'b',
      name: 'Workshop',
      synced: false,
      suspended: true,
      lastUsedAt: null,
      application: '',
    },
  ]
  await mock(page, 'user/passkey', { rpId: 'localhost', userHandle: 'a', passkeys })
  const totp = { since: SINCE, lastUsed: null }
  await mock(page, 'user/factors', {
    totp,
    recoveryCodes: 2,
    rememberedBrowsers: 2,
    required: false,
    removalAt: null,
  })
  await page.reload()
  await page.getByText('iCloud Keychain').waitFor()
  await page.getByRole('button', { name: /^(Turn off|关闭)$/ }).waitFor()
}

export async function removePasskey(page: Page): Promise<void> {
  await factors(page)
  await dialog(/^(Remove|移除) iCloud/)(page)
}

/** A device that can hold a passkey, after a login with a password. */
export async function passkeyOffer(page: Page): Promise<void> {
  await addAuthenticator(page)
  await page.evaluate(() => sessionStorage.setItem('kerf.passkeyOffer', '1'))
  await page.reload()
  await page.getByText(/^(Log in faster next time|下次登录更快捷)$/).waitFor()
}
