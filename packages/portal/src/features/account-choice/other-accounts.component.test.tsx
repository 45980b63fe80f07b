import { ACCOUNT_COUNT_COOKIE } from '@kerf/contract/cookie-names'
import { endAccounts, listBrowserAccounts } from '@kerf/contract/endpoints/account-choice'
import { KEPT_SESSIONS_MAX } from '@kerf/contract/limits'
import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { keepCookie } from '../../lib/browser/cookie.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import type { BrowserAccount, fetchBrowserAccounts } from './account-choice.ts'
import { OtherAccounts } from './other-accounts.tsx'

const account = (name: string, changes: Partial<BrowserAccount> = {}): BrowserAccount => ({
  uid: name,
  name,
  detail: `${name}@example.com`,
  headpic: '',
  business: false,
  chosen: false,
  ...changes,
})
const ACCOUNTS = [account('ada', { chosen: true }), account('bob'), account('eve', { detail: 'eve' })]
const FULL = [
  ...ACCOUNTS,
  ...Array.from({ length: KEPT_SESSIONS_MAX - 2 }, (_, index) => account(`more${index}`)),
]

async function renderOthers(answer: () => ReturnType<typeof fetchBrowserAccounts>, count = '2') {
  showTestPage()
  keepCookie(ACCOUNT_COUNT_COOKIE, count, 60)
  onTestFinished(() => keepCookie(ACCOUNT_COUNT_COOKIE, '', 0))
  const network = stubNetwork()
  network.answer(listBrowserAccounts, answer)
  const nothing = () => undefined
  const screen = await render(
    <>
      <OtherAccounts
        mayLeave={async () => true}
        onChosen={nothing}
        onSetAside={nothing}
        onEndAll={async () => undefined}
      />
      <button type="button">Log out of ada</button>
    </>,
  )
  const below = screen.getByRole('button', { name: 'Log out of ada' })
  return { network, screen, top: () => below.element().getBoundingClientRect().top }
}

test.each([
  ['some', ACCOUNTS, false],
  ['all that the browser may keep', FULL, true],
])('what stands below does not move when %s accounts arrive', async (_, accounts, full) => {
  const list = Promise.withResolvers<Awaited<ReturnType<typeof fetchBrowserAccounts>>>()
  const { screen, top } = await renderOthers(() => list.promise, String(accounts.length - 1))
  await expect.element(screen.getByRole('button', { name: 'Log out of all accounts' })).toBeVisible()
  const before = top()
  list.resolve({ accounts, full })
  await expect.element(screen.getByRole('button', { name: 'eve', exact: true })).toBeVisible()
  expect(top()).toBe(before)
})

test('no row waits for accounts that could not be loaded', async () => {
  const { screen } = await renderOthers(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect.poll(() => document.querySelectorAll('li')).toHaveLength(1)
  await expect.element(screen.getByRole('button', { name: 'Add another account' })).toBeVisible()
})

test.each(['999999999', '-1', 'x', '1e300'])('a cookie that says %s makes no page of rows', async count => {
  const { screen } = await renderOthers(() => new Promise(() => undefined), count)
  await expect.element(screen.getByRole('list')).toBeVisible()
  expect(document.querySelectorAll('li').length).toBeLessThanOrEqual(KEPT_SESSIONS_MAX + 2)
})

test.each([
  ['one of several', ACCOUNTS, false],
  ['one of all that the browser may keep', FULL, true],
  ['the only one', ACCOUNTS.slice(0, 2), false],
])('nothing moves after the logout of %s; its row stays and does nothing', async (_, accounts, full) => {
  let listed = { accounts, full }
  const { network, screen, top } = await renderOthers(
    () => Promise.resolve(listed),
    String(accounts.length - 1),
  )
  const ended = network.answer(endAccounts, () => {
    listed = { accounts: accounts.filter(({ name }) => name !== 'bob'), full: false }
    keepCookie(ACCOUNT_COUNT_COOKIE, String(listed.accounts.length - 1), listed.accounts.length > 1 ? 60 : 0)
    return { ended: 1 }
  })
  const end = screen.getByRole('button', { name: 'Log out of bob' })
  await expect.element(end).toBeVisible()
  const before = top()
  const rows = document.querySelectorAll('li').length
  ;(end.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const after = screen.getByRole('button', { name: 'Logged out · bob' })
  await expect.element(after).toHaveFocus()
  expect(top()).toBe(before)
  expect(document.querySelectorAll('li')).toHaveLength(rows)
  for (const inert of [after, screen.getByRole('button', { name: /^bob/ })]) {
    await expect.element(inert).toHaveAttribute('aria-disabled', 'true')
    await inert.click({ force: true })
  }
  expect(ended).toEqual([{ uid: 'bob' }])
})

test('a logout counts although the list could not be loaded again', async () => {
  const { network, screen } = await renderOthers(() => Promise.resolve({ accounts: ACCOUNTS, full: false }))
  network.answer(endAccounts, () => ({ ended: 1 }))
  const end = screen.getByRole('button', { name: 'Log out of bob' })
  await expect.element(end).toBeVisible()
  network.answer(listBrowserAccounts, () => Promise.reject(new TypeError('Failed to fetch')))
  await end.click()
  await expect.element(screen.getByRole('button', { name: 'Logged out · bob' })).toBeVisible()
})

test('an account that ended elsewhere keeps its row, shows current names, and leaves room for another one', async () => {
  const { network, screen } = await renderOthers(() => Promise.resolve({ accounts: FULL, full: false }), '4')
  const end = screen.getByRole('button', { name: 'Log out of bob' })
  await expect.element(end).toBeVisible()
  network.answer(listBrowserAccounts, () => ({
    accounts: FULL.filter(({ name }) => name !== 'bob').map(one =>
      one.uid === 'eve' ? { ...one, name: 'Eva' } : one,
    ),
    full: false,
  }))
  network.answer(endAccounts, () => ({ ended: 1 }))
  await end.click()
  await expect.element(screen.getByRole('button', { name: 'Log out of Eva' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Logged out · bob' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add another account' })).toBeVisible()
})
