/** Signing in where the browser lacks or refuses what the portal can do without: storage, channels, workers, locks, cookies. */
import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import { login, loginByVerificationCode } from '@kerf/contract/endpoints/sign-in'
import { getCodeDelivery, sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { removeTabItem } from '../../lib/browser/tab-storage.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import { clearToken } from '../../lib/token/token-updates.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { LoginForm } from './login-form.tsx'

type Owner = object & { [name: string]: unknown }
const page = window as unknown as Owner
const agent = navigator as unknown as Owner

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

function replace(owner: Owner, name: string, property: PropertyDescriptor): void {
  const original = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { configurable: true, ...property })
  onTestFinished(() => {
    if (original) Object.defineProperty(owner, name, original)
    else delete owner[name]
  })
}

const OBJECTS: readonly (readonly [Owner, string])[] = [
  [page, 'sessionStorage'],
  [page, 'localStorage'],
  [page, 'indexedDB'],
  [page, 'caches'],
  [page, 'cookieStore'],
  [agent, 'permissions'],
  [agent, 'locks'],
  [agent, 'serviceWorker'],
  [agent, 'storage'],
  [agent, 'clipboard'],
]
const CONSTRUCTORS = ['BroadcastChannel', 'Worker', 'SharedWorker', 'Notification']

const absent = (owner: Owner, name: string) => replace(owner, name, { value: undefined })
const throwing = (owner: Owner, name: string) => replace(owner, name, { get: refuse })
const throwingConstructor = (name: string) =>
  replace(page, name, {
    value: class {
      constructor() {
        refuse()
      }
    },
  })
const refusedCookies = () => replace(document as unknown as Owner, 'cookie', { get: refuse, set: refuse })

const all =
  (restrictConstructor: (name: string) => void, restrict: (owner: Owner, name: string) => void) => () => {
    for (const name of CONSTRUCTORS) restrictConstructor(name)
    for (const [owner, name] of OBJECTS) restrict(owner, name)
  }

/** Those that the portal uses also alone, so that no other failure hides theirs. The channel comes first: a page that has opened it keeps it. */
const CASES: readonly (readonly [string, () => void])[] = [
  ['new BroadcastChannel throws', () => throwingConstructor('BroadcastChannel')],
  ['sessionStorage throws', () => throwing(page, 'sessionStorage')],
  ['localStorage throws', () => throwing(page, 'localStorage')],
  ['locks throws', () => throwing(agent, 'locks')],
  ['document.cookie throws', refusedCookies],
  ['all of them are absent', all(name => absent(page, name), absent)],
  [
    'all of them are refused',
    () => {
      all(throwingConstructor, throwing)()
      refusedCookies()
    },
  ],
]

test.each(CASES)('signs in although %s', async (_, restrict) => {
  restrict()
  showTestPage()
  const network = stubNetwork()
  network.answer(probeCookies, () => ({ seen: false, domain: '' }))
  const sent = network.answer(login, () => ({ utoken: 'token-of-ada', error: '' }) as never)
  const onSignedIn = vi.fn(async () => {})
  const screen = await render(
    <TestRouter>
      <LoginForm onSignedIn={onSignedIn} />
    </TestRouter>,
  )
  await screen.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await screen.getByRole('textbox', { name: 'Password', exact: true }).fill('cut-along-42')
  await screen.getByRole('checkbox', { name: /I have read/ }).click()
  await screen.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect.poll(() => onSignedIn).toHaveBeenCalled()
  expect(sent).toMatchObject([{ email: 'ada@example.com', password: 'cut-along-42' }])
  expect(getCurrentToken()).toBe('token-of-ada')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  clearToken()
  // The next sign-in is the first of its browser again.
  delete document.documentElement.dataset.agreed
})

test('asks for the digits once a code was requested, and submits with the sixth', async () => {
  showTestPage()
  // Another file may have requested a code in this tab.
  removeTabItem('kerf.code.login')
  const network = stubNetwork()
  network.answer(probeCookies, () => ({ seen: false, domain: '' }))
  network.answer(verifyEmail, () => ({ nonce: 'n' }))
  network.answer(sendVerificationCode, () => ({ wait: 60 }))
  network.answer(getCodeDelivery, () => ({ deliveryStatus: 'pending' as const }))
  const sent = network.answer(loginByVerificationCode, () => ({ utoken: 'token-of-ada', error: '' }) as never)
  const onSignedIn = vi.fn(async () => {})
  const screen = await render(
    <TestRouter>
      <LoginForm onSignedIn={onSignedIn} />
    </TestRouter>,
  )
  await screen.getByRole('tab', { name: 'Email code' }).click()
  await screen.getByRole('checkbox', { name: /I have read/ }).click()
  const digits = screen.getByRole('textbox', { name: 'Verification code' })
  const getCode = screen.getByRole('button', { name: 'Get code' })
  const email = screen.getByRole('textbox', { name: 'Email' })
  // The draft of another test.
  await email.fill('')
  await getCode.click()
  await expect.element(screen.getByText('Please enter your email')).toBeVisible()
  await expect.element(digits).not.toBeInTheDocument()
  await email.fill('ada.by.code@example.com')
  await getCode.click()
  await expect.element(digits).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await digits.fill('123456')
  await expect.poll(() => onSignedIn).toHaveBeenCalled()
  expect(sent).toMatchObject([{ email: 'ada.by.code@example.com', captcha: '123456', nonce: 'n' }])
  clearToken()
  delete document.documentElement.dataset.agreed
})
