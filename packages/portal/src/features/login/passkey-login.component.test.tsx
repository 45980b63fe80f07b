/** Login with a passkey: what happens around the browser's prompt. The journeys test the ceremony itself. */
import { ApiError } from '@kerf/contract/client/client'
import { PASSKEY_COOKIE } from '@kerf/contract/cookie-names'
import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { getPasskeyLoginOptions, loginByPasskey } from '@kerf/contract/endpoints/passkey'
import { login } from '@kerf/contract/endpoints/sign-in'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { writeCookie } from '../../lib/browser/cookie.ts'
import { saveLastWay } from '../../lib/session/last-way.ts'
import { clearToken } from '../../lib/token/token-updates.ts'
import { fakePasskeys, PASSKEY_OPTIONS } from '../../test/fake-passkeys.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { LoginForm } from './login-form.tsx'

async function setUp({ agreed = true, autofill = true } = {}) {
  showTestPage()
  const prompt = fakePasskeys({ autofill })
  const network = stubNetwork()
  network.answer(getPasskeyLoginOptions, () => ({ options: PASSKEY_OPTIONS }))
  network.answer(probeCookies, () => ({ seen: true, domain: '' }))
  if (agreed) document.documentElement.dataset.agreed = ''
  else delete document.documentElement.dataset.agreed
  const onSignedIn = vi.fn(async () => {})
  onTestFinished(clearToken)
  const screen = await render(
    <TestRouter>
      <LoginForm onSignedIn={onSignedIn} />
    </TestRouter>,
  )
  return { prompt, network, onSignedIn, screen }
}

test('signs in with the passkey that the autofill returns', async () => {
  const { prompt, network, onSignedIn } = await setUp()
  const inputs = network.answer(loginByPasskey, () => ({ utoken: 'T'.repeat(43), uid: 'u' }))
  await expect.poll(() => prompt.isOpen).toBe(true)
  prompt.choose()
  await expect.poll(() => onSignedIn).toHaveBeenCalledOnce()
  expect(inputs).toMatchObject([{ credential: { id: 'AQID' }, remember: false, agreement: 'ask' }])
})

test('keeps the passkey until the person has agreed to the documents', async () => {
  const { prompt, network, onSignedIn, screen } = await setUp({ agreed: false })
  const inputs = network.answer(loginByPasskey, () => ({ utoken: 'T'.repeat(43), uid: 'u' }))
  await expect.poll(() => prompt.isOpen).toBe(true)
  prompt.choose()
  const box = screen.getByRole('checkbox', { name: /agree/ })
  await expect.element(box).toHaveAttribute('aria-invalid', 'true')
  expect(inputs).toEqual([])
  await box.click()
  await expect.poll(() => onSignedIn).toHaveBeenCalledOnce()
  expect(inputs).toMatchObject([{ agreement: true }])
})

test('shows why a passkey is refused, tells the browser of an unknown one, and offers the autofill again', async () => {
  const { prompt, network, screen } = await setUp()
  network.answer(loginByPasskey, () => {
    throw new ApiError('passkey_unknown')
  })
  await expect.poll(() => prompt.isOpen).toBe(true)
  prompt.choose()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('This passkey belongs to no account')
  await expect.poll(() => prompt.isOpen).toBe(true)
  const { signalUnknownCredential } = PublicKeyCredential as unknown as { signalUnknownCredential: unknown }
  expect(signalUnknownCredential).toHaveBeenCalledWith({ rpId: 'localhost', credentialId: 'AQID' })
})

test('has a button where the browser has no autofill for passkeys; cancelling its prompt shows nothing', async () => {
  const { prompt, screen } = await setUp({ autofill: false })
  const button = screen.getByRole('button', { name: 'Log in with a passkey' })
  await button.click()
  await expect.poll(() => prompt.isOpen).toBe(true)
  prompt.cancel()
  await expect.element(button).toBeEnabled()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('its button waits for the full style sheet, without which its text would change', async () => {
  const sheet = document.head.appendChild(document.createElement('link'))
  onTestFinished(() => sheet.remove())
  sheet.media = 'print'
  const { screen } = await setUp({ autofill: false })
  const button = screen.getByRole('button', { name: 'Log in with a passkey' })
  await expect.element(screen.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  sheet.dispatchEvent(new Event('load'))
  await expect.element(button).toBeVisible()
})

test.each([true, false])('stands above the form if the last person used a passkey: %s', async isFirst => {
  const keep = (seconds: number) =>
    writeCookie(`${PASSKEY_COOKIE}=1; Max-Age=${seconds}; Path=/; SameSite=Lax`)
  keep(isFirst ? 60 : 0)
  onTestFinished(() => {
    keep(0)
    document.documentElement.removeAttribute('data-passkey')
  })
  const { screen } = await setUp({ autofill: false })
  const button = screen.getByRole('button', { name: 'Log in with a passkey' })
  await expect.element(button).toBeVisible()
  const topOf = (element: Element) => element.getBoundingClientRect().top
  const field = screen.getByRole('textbox', { name: 'Email' }).element()
  expect(topOf(button.element()) < topOf(field)).toBe(isFirst)
})

test('says why a frame without permission has no passkeys to a person who used one', async () => {
  const policy = { allowsFeature: (name: string) => name !== 'publickey-credentials-get' }
  Object.defineProperty(document, 'featurePolicy', { configurable: true, value: policy })
  saveLastWay('passkey')
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'featurePolicy')
    saveLastWay('')
  })
  const { prompt, screen } = await setUp()
  await expect.element(screen.getByText(/does not allow passkeys here/)).toBeVisible()
  expect(prompt.isOpen).toBe(false)
})

test('ends the autofill while the form is sent, and offers it again after an error', async () => {
  const { prompt, network, screen } = await setUp()
  const answered = Promise.withResolvers<never>()
  const sent = network.answer(login, () => answered.promise)
  await expect.poll(() => prompt.isOpen).toBe(true)
  await screen.getByLabelText('Email').fill('ada@example.com')
  await screen.getByRole('textbox', { name: 'Password' }).fill('a-password')
  await screen.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect.poll(() => prompt.isOpen).toBe(false)
  await expect.poll(() => sent).toHaveLength(1)
  answered.reject(new ApiError('incorrect_account'))
  await expect.poll(() => prompt.isOpen).toBe(true)
})

test('offers the autofill once a server that was not available answers', async () => {
  const { prompt, network } = await setUp()
  let calls = 0
  network.answer(getPasskeyLoginOptions, () => {
    if (++calls === 1) throw new ApiError('system')
    return { options: PASSKEY_OPTIONS }
  })
  await expect.poll(() => prompt.isOpen, { timeout: 20_000 }).toBe(true)
  expect(calls).toBe(2)
})
