import { listAnnouncements } from '@kerf/contract/endpoints/announcement'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { getPageContext, setPageContext } from '../lib/page/page-context.ts'
import { account, type FullInfo } from '../lib/session/account.ts'
import { clearToken, setCurrentToken } from '../lib/token/token-updates.ts'
import { stubNetwork } from '../test/stub-network.ts'
import { showTestPage } from '../test/test-page.ts'
import { TestRouter } from '../test/test-router.tsx'
import { AnnouncementPage } from './announcement.tsx'

afterEach(() => {
  account.set(undefined)
  clearToken()
})

const renderPage = async (training?: false) => {
  stubNetwork().answer(listAnnouncements, () => ({
    items: [
      {
        id: '1',
        title: 'Maintenance',
        body: 'On Saturday.',
        contentLang: 'en' as const,
        link: null,
        picture: null,
        at: 1_800_000_000,
        until: null,
      },
    ],
    next: null,
  }))
  showTestPage()
  const context = getPageContext()
  const { data } = context
  setPageContext({
    ...context,
    data: { ...data, brand: { ...data.brand, ...(training === false && { training }) } },
  })
  const screen = await render(
    <TestRouter>
      <AnnouncementPage />
    </TestRouter>,
  )
  await expect.element(screen.getByText('Maintenance', { exact: true })).toBeVisible()
  return screen
}

test.each([
  ['a visitor, who logs in on the way, to the pages of a person', undefined, 'profile'],
  ['a business account to its own pages', { uid: 'acme' }, 'profile-business'],
] as const)('leads %s', async (_, enterpriseUser, base) => {
  if (enterpriseUser) {
    setCurrentToken('token-of-acme')
    account.set({ info: { enterpriseUser } as FullInfo, fetchedAt: Date.now() })
  }
  const screen = await renderPage()
  await expect
    .element(screen.getByRole('link', { name: 'Account security' }))
    .toHaveAttribute('href', expect.stringContaining(`/${base}/security`))
})

test('leads nowhere while it is not known whose account it is', async () => {
  setCurrentToken('token-of-somebody')
  const screen = await renderPage()
  await expect.element(screen.getByRole('link', { name: 'Account security' })).not.toBeInTheDocument()
})

test.each([
  ['the machines of a brand that has them', undefined, 1],
  ['no machines where the brand has none', false, 0],
] as const)('leads to %s', async (_, training, machines) => {
  const screen = await renderPage(training)
  await expect.element(screen.getByRole('link', { name: 'Account security' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Machines' }).elements()).toHaveLength(machines)
})
