import { clearSessions, recognizeSession } from '@kerf/contract/endpoints/session'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { CheckupCard } from './checkup-card.tsx'
import type { CheckedAccount } from './security-checkup.ts'

const now = Date.now() / 1000
const here = {
  session: 'here',
  recognized: false,
  machineUntil: null,
  current: true,
  platform: 'web-pc' as const,
  application: 'Firefox (Windows)',
  location: '',
  firstLogin: now - 60,
  lastLogin: now,
}
const loaded = <T,>(data: T) => ({ data, error: null, isPending: false, refetch: async () => {} })
const account: CheckedAccount = {
  hasPassword: true,
  hasPasskey: false,
  social: [{ channel: 'google', name: 'Google' }],
  twoStep: undefined,
}

type Changes = Partial<CheckedAccount & Pick<Parameters<typeof CheckupCard>[0], 'sessions'>>

async function renderCard(changes: Changes = {}) {
  showTestPage()
  return render(card(changes))
}

const card = ({ sessions = loaded([here]), ...changes }: Changes) => (
  <QueryProvider>
    <TestRouter>
      <CheckupCard
        account={{ ...account, ...changes }}
        sessions={sessions}
        hrefOf={task => (task ? `/en/profile/security/${task}` : '/en/profile/security')}
      />
    </TestRouter>
  </QueryProvider>
)

test('says what would make it better, and fits the smallest width', async () => {
  await setViewportWidth(320)
  const screen = await renderCard()
  await expect
    .element(screen.getByRole('heading', { name: 'Your account has basic protection' }))
    .toBeVisible()
  await expect.element(screen.getByText(/^Add a passkey or two-step login/)).toBeVisible()
  await expect.element(screen.getByText('Password · Email code · Google')).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})

test.each([
  [{ hasPasskey: true, twoStep: false }, 'Your account is well protected', /^Turn on two-step login/],
  [{ hasPasskey: false, twoStep: true }, 'Your account is well protected', /^Add a passkey/],
  [{ hasPasskey: true, twoStep: true }, 'Your account has the best protection', /^We checked/],
  [
    { twoStep: false, business: { hasDefaultPassword: false } },
    'Your account has basic protection',
    /^Turn on two-step login/,
  ],
  [{ twoStep: true, business: { hasDefaultPassword: false } }, 'Your account has the best protection', /^We/],
])('ranks %j', async (changes, title, text) => {
  const screen = await renderCard(changes)
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('advises a password where a lost mailbox would be a lost account', async () => {
  const screen = await renderCard({ hasPassword: false, social: [] })
  await expect.element(screen.getByRole('heading', { name: 'No password yet' })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Set password' }))
    .toHaveAttribute('href', '/en/profile/security/password')
})

test('names a new login elsewhere with its place, in place of the result', async () => {
  await setViewportWidth(320)
  const elsewhere = {
    ...here,
    session: 'other',
    current: false,
    application: 'Chrome (Android)',
    location: 'Germany',
    firstLogin: now - 7200,
  }
  const screen = await renderCard({ sessions: loaded([here, elsewhere]) })
  await expect.element(screen.getByRole('heading', { name: 'New login on Chrome (Android)' })).toBeVisible()
  await expect.element(screen.getByText('Germany · 2 hours ago')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Yes, it was me' })).toBeVisible()
  await expect.element(screen.getByRole('listitem').first()).toMatchTextContent(/^Password/)
  expect(horizontalOverflow()).toBe(0)
})

test('a business account with its default password sees a new login, without the question', async () => {
  const elsewhere = { ...here, session: 'other', current: false, firstLogin: now - 7200 }
  const screen = await renderCard({
    social: [],
    business: { hasDefaultPassword: true },
    sessions: loaded([here, elsewhere]),
  })
  await expect.element(screen.getByRole('heading', { name: '2 things to check' })).toBeVisible()
  await expect
    .element(screen.getByRole('listitem').first())
    .toMatchTextContent(/New login on Firefox \(Windows\).*2 hours ago/)
  await expect
    .element(screen.getByRole('link', { name: 'See devices' }))
    .toHaveAttribute('href', '/en/profile/security/devices')
  await expect.element(screen.getByRole('button', { name: 'Yes, it was me' })).not.toBeInTheDocument()
})

test('asks about a new login elsewhere, and the answer ends the question', async () => {
  const elsewhere = { ...here, session: 'other', current: false, firstLogin: now - 7200 }
  const network = stubNetwork()
  const recognized = network.answer(recognizeSession, () => ({}))
  const refetch = vi.fn(async () => {})
  const screen = await renderCard({ sessions: { ...loaded([here, elsewhere]), refetch } })
  await screen.getByRole('button', { name: 'Yes, it was me' }).click()
  await expect.poll(() => refetch.mock.calls.length).toBe(1)
  expect(recognized).toEqual([{ session: 'other' }])
  await screen.rerender(card({ sessions: loaded([here, { ...elsewhere, recognized: true }]) }))
  await expect
    .element(screen.getByRole('heading', { name: 'Your account has basic protection' }))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Yes, it was me' })).not.toBeInTheDocument()
})

test('"Not me" logs out all other devices', async () => {
  const elsewhere = { ...here, session: 'other', current: false, firstLogin: now - 7200 }
  const cleared = stubNetwork().answer(clearSessions, () => ({ ended: 1 }))
  const screen = await renderCard({ sessions: loaded([here, elsewhere]) })
  await screen.getByRole('button', { name: 'Not me' }).click()
  const dialog = screen.getByRole('dialog', { name: /^Log out .* and all others/ })
  await dialog.getByRole('button', { name: 'Log out all others' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(cleared).toEqual([{}])
})

test('a failure of the sessions leaves the other checks and offers a retry', async () => {
  const refetch = vi.fn(async () => {})
  const screen = await renderCard({
    sessions: { data: undefined, error: new Error('x'), isPending: false, refetch },
  })
  await expect.element(screen.getByText('Ways to log in')).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})

test('each fact leads to where it is changed', async () => {
  const screen = await renderCard({ twoStep: true })
  for (const [name, href] of [
    ['Password Set', '/en/profile/security/password'],
    ['Two-step login On', '/en/profile/security/two-step'],
    [/^Ways to log in/, '/en/profile/security'],
  ] as const)
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
})

test('says whether a login needs a second step', async () => {
  const screen = await renderCard({ twoStep: false })
  await expect.element(screen.getByRole('link', { name: 'Two-step login Off Set up' })).toBeVisible()
})

test('advises a business account to replace its default password', async () => {
  const screen = await renderCard({ social: [], business: { hasDefaultPassword: true } })
  await expect.element(screen.getByRole('heading', { name: 'Still the default password' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Change password' })).toBeVisible()
  await expect.element(screen.getByText('ID and password')).toBeVisible()
})
