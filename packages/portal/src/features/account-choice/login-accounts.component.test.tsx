import { ACCOUNT_COUNT_COOKIE } from '@kerf/contract/cookie-names'
import { endAccounts, listBrowserAccounts, switchAccount } from '@kerf/contract/endpoints/account-choice'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { keepCookie } from '../../lib/browser/cookie.ts'
import { trackLoginPageUse } from '../../lib/page/login-path.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import type { BrowserAccount, fetchBrowserAccounts } from './account-choice.ts'
import { LoginAccounts } from './login-accounts.tsx'

const [BOB, EVE] = ['bob', 'eve'].map(name => ({
  ...{ uid: name, name, detail: name, headpic: '' },
  ...{ business: false, chosen: false },
})) as [BrowserAccount, BrowserAccount]

trackLoginPageUse()

/** A login page whose accounts are still being asked for. */
async function openLogin() {
  const path = location.pathname + location.search
  showTestPage()
  keepCookie(ACCOUNT_COUNT_COOKIE, '1', 60)
  onTestFinished(() => {
    keepCookie(ACCOUNT_COUNT_COOKIE, '', 0)
    // A press on another page ends the use of the login page.
    history.replaceState(null, '', path)
    document.dispatchEvent(new Event('pointerdown'))
  })
  history.replaceState(null, '', '/en/login')
  const list = Promise.withResolvers<Awaited<ReturnType<typeof fetchBrowserAccounts>>>()
  const network = stubNetwork()
  network.answer(listBrowserAccounts, () => list.promise)
  const screen = await render(
    <>
      <button type="button">Language</button>
      <main>
        <form>
          <button type="button">Use a passkey</button>
        </form>
        <div>
          <LoginAccounts onChosen={() => undefined} />
        </div>
      </main>
    </>,
  )
  return { screen, network, answer: () => list.resolve({ accounts: [BOB, EVE], full: false }) }
}

test('the accounts take the place of a form that nobody has used', async () => {
  const { screen, answer } = await openLogin()
  await screen.getByRole('button', { name: 'Language' }).click()
  answer()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Choose an account' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument()
})

test('the accounts stand below a form whose buttons were pressed before they loaded', async () => {
  const { screen, answer } = await openLogin()
  const passkey = screen.getByRole('button', { name: 'Use a passkey' })
  await passkey.click()
  const before = passkey.element().getBoundingClientRect().top
  answer()
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Choose an account' })).toBeVisible()
  await expect.element(passkey).toBeVisible()
  expect(passkey.element().getBoundingClientRect().top).toBe(before)
})

test('a press right after the list took the place of the form chooses nobody', async () => {
  const { screen, network, answer } = await openLogin()
  const chosen = network.answer(switchAccount, () => new Promise(() => undefined))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  answer()
  const bob = screen.getByRole('button', { name: 'bob', exact: true })
  await expect.element(bob).toBeVisible()
  ;(bob.element() as HTMLElement).click()
  vi.advanceTimersByTime(500)
  vi.useRealTimers()
  await expect.element(bob).not.toHaveAttribute('aria-disabled')
  expect(chosen).toEqual([])
  await bob.click()
  await expect.poll(() => chosen).toEqual([{ uid: 'bob' }])
})

test('a press on the list, which stands in the place of the form, does not bring the form back', async () => {
  const { screen, network, answer } = await openLogin()
  answer()
  await screen.getByRole('button', { name: 'Log out of an account' }).click()
  network.answer(endAccounts, () => ({ ended: 1 }))
  network.answer(listBrowserAccounts, () => ({ accounts: [EVE], full: false }))
  await screen.getByRole('button', { name: 'Log out of bob' }).click()
  await expect.element(screen.getByRole('button', { name: 'bob', exact: true })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Choose an account' })).toBeVisible()
})
