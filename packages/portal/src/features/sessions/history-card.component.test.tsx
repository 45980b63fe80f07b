import { ApiError } from '@kerf/contract/client/client'
import { getSessionLog } from '@kerf/contract/endpoints/session'
import type { ComponentProps } from 'react'
import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { hasFocusWithin, horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { HistoryCard } from './history-card.tsx'
import type { SessionLogPage, SignIn } from './session-log-query.ts'

const signIn = (application: string, changes: Partial<SignIn> = {}): SignIn => ({
  session: `${application.toLowerCase()}-handle`,
  at: 1_750_000_000,
  ip: '203.0.113.7',
  location: 'Berlin, Germany',
  application,
  platform: 'web-pc',
  ...changes,
})

const logOf = (items: readonly SignIn[], next: string | null = null): SessionLogPage => ({
  sessions: [],
  log: { items: [...items], next },
})
const PAIR = logOf([signIn('Studio'), signIn('', { platform: 'mobile', location: '', ip: '' })])

const renderCard = async (props: ComponentProps<typeof HistoryCard> = { isAlone: true }) => {
  showTestPage()
  const screen = await render(
    <QueryProvider>
      <HistoryCard {...props} />
    </QueryProvider>,
  )
  return {
    screen,
    card: screen.getByRole('region', { name: 'Login history' }),
    items: screen.getByRole('listitem'),
    more: screen.getByRole('button', { name: 'Show more' }),
  }
}

test('lists each login; an app without a name is named by its platform', async () => {
  stubNetwork().answer(getSessionLog, () => PAIR)
  const { items } = await renderCard()
  await expect.element(items.first()).toMatchTextContent('Studio')
  await expect.element(items.first()).toMatchTextContent('Berlin, Germany')
  await expect.element(items.first().getByText('203.0.113.7')).not.toBeVisible()
  await items.first().getByText('Details').click()
  await expect.element(items.first().getByText('203.0.113.7')).toBeVisible()
  await expect.element(items.first()).toMatchTextContent('studio-h')
  await expect.element(items.first()).not.toMatchTextContent('studio-ha')
  await expect.element(items.nth(1).getByRole('heading', { name: 'Application' })).toBeVisible()
  // An unknown place is left out.
  await expect.element(items.nth(1)).not.toMatchTextContent('Unknown')
})

test('logins of one minute have details of different names', async () => {
  stubNetwork().answer(getSessionLog, () => PAIR)
  const { screen } = await renderCard()
  for (const name of [/^Details of the login at .*\d$/, /^Details of the login at .* \(2\)$/])
    await expect.element(screen.getByRole('button', { name })).toBeVisible()
})

test('beside the list of devices, it is folded and has only what that list does not', async () => {
  const [present, past] = [signIn('Studio'), signIn('Nesting')]
  const session = {
    session: present.session,
    ip: present.ip,
    location: present.location,
    firstLogin: present.at,
    lastLogin: present.at,
    application: present.application,
    platform: present.platform,
    current: true,
    recognized: true,
    machineUntil: null,
  }
  stubNetwork().answer(getSessionLog, () => ({ ...logOf([present, past]), sessions: [session] }))
  const { screen, items } = await renderCard({})
  await expect.poll(() => items.elements()).toHaveLength(0)
  await screen.getByText('Show earlier logins').click()
  await expect.poll(() => items.elements()).toHaveLength(1)
  await expect.element(items.first()).toMatchTextContent('Nesting')
})

test('announces that the login history loads', async () => {
  const log = Promise.withResolvers<SessionLogPage>()
  stubNetwork().answer(getSessionLog, () => log.promise)
  const { screen, card, items } = await renderCard()
  await expect.element(screen.getByRole('status')).toMatchTextContent('Loading your login history')
  expect(card.element().querySelectorAll('[aria-busy="true"]')).toHaveLength(1)
  log.resolve(PAIR)
  await expect.poll(() => items.elements()).toHaveLength(2)
  await expect.element(screen.getByRole('status')).toHaveTextContent('')
  expect(card.element().querySelectorAll('[aria-busy="true"]')).toHaveLength(0)
})

test('an account without logins in the log sees a sentence', async () => {
  stubNetwork().answer(getSessionLog, () => logOf([]))
  const { screen, more } = await renderCard()
  await expect.element(screen.getByText('No logins in the last 180 days.')).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
})

test('an error can be retried, and the focus stays in the card', async () => {
  const network = stubNetwork()
  network.answer(getSessionLog, () => {
    throw new ApiError('system')
  })
  const { screen, card, items } = await renderCard()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
  network.answer(getSessionLog, () => PAIR)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => items.elements()).toHaveLength(2)
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await expect.poll(() => hasFocusWithin(card)).toBe(true)
})

describe('paging', () => {
  const first = logOf([signIn('First')], '7')
  const last = logOf([signIn('First'), signIn('Second'), signIn('Third')])

  test('adds the last page, announces how many logins it added and keeps the focus', async () => {
    const inputs = stubNetwork().answer(getSessionLog, ({ cursor }) => (cursor ? last : first))
    const { screen, card, items, more } = await renderCard()
    await more.click()
    await expect.poll(() => items.elements()).toHaveLength(3)
    await expect.element(screen.getByRole('status')).toMatchTextContent('2 more logins')
    expect(inputs).toEqual([{}, { cursor: '7' }])
    await expect.element(more).not.toBeInTheDocument()
    await expect.poll(() => hasFocusWithin(card)).toBe(true)
  })

  test('a page that fails to load keeps the list, and the button loads it again', async () => {
    const network = stubNetwork()
    network.answer(getSessionLog, ({ cursor }) => {
      if (cursor) throw new ApiError('system')
      return first
    })
    const { screen, items, more } = await renderCard()
    await more.click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
    expect(items.elements()).toHaveLength(1)
    network.answer(getSessionLog, () => last)
    await more.click()
    await expect.poll(() => items.elements()).toHaveLength(3)
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })
})

test.each([320, 960])('long names and places wrap at %i px', async width => {
  await setViewportWidth(width)
  stubNetwork().answer(getSessionLog, () =>
    logOf([
      signIn('Engraving'.repeat(12), {
        location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2),
        ip: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      }),
    ]),
  )
  const { screen } = await renderCard()
  await expect.element(screen.getByText(/^Engraving/)).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
