import { recognizeSession } from '@kerf/contract/endpoints/session'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import type { CheckedAccount } from './security-checkup.ts'
import { SecurityStatus } from './security-status.tsx'
import type { ListedSession } from './verdict.tsx'

const now = Date.now() / 1000
const here: ListedSession = {
  session: 'here',
  recognized: false,
  current: true,
  platform: 'web-pc',
  application: 'Firefox (Windows)',
  location: '',
  firstLogin: now - 60,
  lastLogin: now,
}
const account: CheckedAccount = { hasPassword: true, hasPasskey: true, social: [], twoStep: true }

async function renderStatus(
  changes: Partial<CheckedAccount>,
  sessions: readonly ListedSession[] = [here],
  refetch = async () => {},
) {
  showTestPage()
  return render(
    <QueryProvider>
      <TestRouter>
        <SecurityStatus
          account={{ ...account, ...changes }}
          sessions={{ data: sessions, refetch }}
          hrefOf={task => `/en/profile/security/${task}`}
        />
      </TestRouter>
    </QueryProvider>,
  )
}

test('with the best protection there is nothing to do', async () => {
  const screen = await renderStatus({})
  await expect
    .element(screen.getByRole('heading', { name: 'Your account has the best protection' }))
    .toBeVisible()
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument()
})

test.each([
  [{ twoStep: false }, 'Set up authenticator app', 'two-step'],
  [{ hasPassword: false, hasPasskey: false }, 'Set password', 'password'],
  [{ business: { hasDefaultPassword: true } }, 'Change password', 'password'],
] as const)('%j leads to what to do next', async (changes, name, task) => {
  await setViewportWidth(320)
  const screen = await renderStatus(changes)
  await expect
    .element(screen.getByRole('link', { name }))
    .toHaveAttribute('href', `/en/profile/security/${task}`)
  expect(horizontalOverflow()).toBe(0)
})

test('asks about a new login elsewhere', async () => {
  const recognized = stubNetwork().answer(recognizeSession, () => ({}))
  const refetch = vi.fn(async () => {})
  const other = { ...here, session: 'other', current: false, location: 'Germany', firstLogin: now - 7200 }
  const screen = await renderStatus({}, [here, other], refetch)
  await expect.element(screen.getByRole('heading', { name: 'New login on Firefox (Windows)' })).toBeVisible()
  await expect.element(screen.getByText('Germany · 2 hours ago')).toBeVisible()
  await screen.getByRole('button', { name: 'Yes, it was me' }).click()
  await expect.poll(() => refetch.mock.calls.length).toBe(1)
  expect(recognized).toEqual([{ session: 'other' }])
})

test.each([
  { hasPasskey: false, twoStep: false, business: { hasDefaultPassword: false } },
  { twoStep: false },
])('with a question it does not say how well %j is protected', async changes => {
  const other = { ...here, session: 'other', current: false, firstLogin: now - 7200 }
  const screen = await renderStatus(changes, [here, other])
  await expect.element(screen.getByRole('button', { name: 'Yes, it was me' })).toBeVisible()
  await expect.element(screen.getByText(/protect/)).not.toBeInTheDocument()
})

test('leads to a device that was not used for long', async () => {
  const old = { ...here, session: 'old', current: false, firstLogin: 0, lastLogin: now - 100 * 86_400 }
  const screen = await renderStatus({}, [here, old])
  await expect.element(screen.getByText('Last login · 3 months ago')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'See devices' }))
    .toHaveAttribute('href', '/en/profile/security/devices')
})

test('counts a copied passkey and few recovery codes', async () => {
  await setViewportWidth(320)
  const screen = await renderStatus({ hasCopiedPasskey: true, fewRecoveryCodes: 2 })
  await expect.element(screen.getByRole('heading', { name: '2 things to check' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'See passkeys' }))
    .toHaveAttribute('href', '/en/profile/security/passkey')
  await expect
    .element(screen.getByRole('link', { name: 'Replace recovery codes' }))
    .toHaveAttribute('href', '/en/profile/security/two-step')
  expect(horizontalOverflow()).toBe(0)
})
