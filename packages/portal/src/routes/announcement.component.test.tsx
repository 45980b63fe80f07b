import type { OutputOf } from '@kerf/contract/endpoint'
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

const MAINTENANCE = {
  id: 'a1',
  title: 'Maintenance',
  body: 'On Saturday.',
  contentLang: 'en' as const,
  link: null,
  picture: null,
  at: 1_800_000_000,
  until: null,
}
type Item = OutputOf<typeof listAnnouncements>['items'][number]

const renderPage = async ({
  training = true,
  further = [],
}: {
  training?: boolean
  further?: Item[]
} = {}) => {
  stubNetwork().answer(listAnnouncements, () => ({ items: [MAINTENANCE, ...further], next: null }))
  showTestPage()
  const context = getPageContext()
  const { data } = context
  setPageContext({
    ...context,
    data: { ...data, brand: { ...data.brand, ...(training ? {} : { training }) } },
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
  ['the machines of a brand that has them', true, 1],
  ['no machines where the brand has none', false, 0],
] as const)('leads to %s', async (_, training, machines) => {
  const screen = await renderPage({ training })
  await expect.element(screen.getByRole('link', { name: 'Account security' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Machines' }).elements()).toHaveLength(machines)
})

test('an announcement has its link and its end, and a drawing where its picture does not load', async () => {
  const contest = (id: string, picture: string | null): Item => ({
    ...MAINTENANCE,
    id,
    title: `Contest ${id}`,
    contentLang: 'zh',
    link: 'https://kerf.example/contest',
    picture,
    until: 1_800_090_000,
  })
  const screen = await renderPage({
    further: [contest('a2', null), contest('a3', 'https://localhost:1/x.png')],
  })
  // Equal hosts: the title tells the links apart.
  for (const id of ['a2', 'a3']) {
    const name = `Read more on kerf.example Contest ${id} (opens a new page)`
    const link = screen.getByRole('link', { name })
    await expect.element(link).toHaveAttribute('href', 'https://kerf.example/contest')
    expect(link.element().querySelector('[lang="zh"]')?.textContent?.trim()).toBe(`Contest ${id}`)
  }
  await expect.element(screen.getByText(/^Until 2027-01-1/).first()).toBeVisible()
  await expect.poll(() => screen.container.querySelectorAll('article > div > svg').length).toBe(3)
  expect(screen.container.querySelectorAll('article img')).toHaveLength(0)
})
