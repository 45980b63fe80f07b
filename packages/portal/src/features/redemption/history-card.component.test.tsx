import { ApiError } from '@kerf/contract/client/client'
import { getRedemptions } from '@kerf/contract/endpoints/redemption'
import { describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { hasFocusWithin, horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { HistoryCard } from './history-card.tsx'
import type { Redemption, RedemptionsPage } from './redemptions-query.ts'

const redemption = (changes: Partial<Redemption> = {}): Redemption => ({
  benefit: 'Pro, one year',
  effectTime: 1_750_000_000,
  expireTime: 1_780_000_000,
  status: 'succeeded',
  code: 'ABCD1234EFGH5678',
  ...changes,
})

const renderCard = async () => {
  showTestPage()
  const screen = await render(
    <QueryProvider>
      <HistoryCard />
    </QueryProvider>,
  )
  return { screen, more: screen.getByRole('button', { name: 'Show more' }) }
}

const PAIR: RedemptionsPage = {
  items: [
    redemption({ expireTime: 0 }),
    redemption({ benefit: 'Trial', code: 'ZZZZ1111YYYY2222', status: 'expired' }),
  ],
  next: null,
}

test('announces that it loads until the list arrives', async () => {
  const page = Promise.withResolvers<RedemptionsPage>()
  stubNetwork().answer(getRedemptions, () => page.promise)
  const { screen } = await renderCard()
  await expect.element(screen.getByRole('status')).toMatchTextContent('Loading your redemptions')
  page.resolve(PAIR)
  await expect.element(screen.getByRole('listitem').first()).toBeVisible()
  await expect.element(screen.getByRole('status')).toHaveTextContent('')
})

test.each([390, 1200])(
  'lists each redemption with its benefit, status, dates and code at %i px',
  async width => {
    await setViewportWidth(width)
    stubNetwork().answer(getRedemptions, () => PAIR)
    const { screen } = await renderCard()
    const [first, second] = [screen.getByRole('listitem').first(), screen.getByRole('listitem').nth(1)]
    await expect.element(first.getByRole('heading', { name: 'Pro, one year' })).toBeVisible()
    await expect.element(first).toMatchTextContent('Succeeded')
    await expect.element(first).toMatchTextContent('Expiration dateNo expiration')
    await expect.element(first).toMatchTextContent('ABCD-1234-EFGH-5678')
    await expect.element(second).toMatchTextContent('Expired')
  },
)

test('shows an account without redemptions where they will appear', async () => {
  stubNetwork().answer(getRedemptions, () => ({ items: [], next: null }))
  const { screen, more } = await renderCard()
  await expect.element(screen.getByText('Nothing redeemed yet')).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
})

test('an error can be retried, and the focus stays in the card', async () => {
  const network = stubNetwork()
  network.answer(getRedemptions, () => {
    throw new ApiError('system')
  })
  const { screen } = await renderCard()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
  network.answer(getRedemptions, () => PAIR)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Trial' })).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await expect
    .poll(() => hasFocusWithin(screen.getByRole('region', { name: 'Redemption history' })))
    .toBe(true)
})

describe('paging', () => {
  const pageOf = (cursor: string | undefined): RedemptionsPage =>
    cursor === undefined
      ? { items: [redemption({ benefit: 'First' })], next: '41' }
      : {
          items: [redemption({ benefit: 'First' }), redemption({ benefit: 'Second', code: 'B'.repeat(16) })],
          next: null,
        }

  test('adds the next page, lists a repeated redemption once and moves the focus to the list', async () => {
    const inputs = stubNetwork().answer(getRedemptions, ({ cursor }) => pageOf(cursor))
    const { screen, more } = await renderCard()
    await more.click()
    await expect.element(screen.getByRole('heading', { name: 'Second' })).toBeVisible()
    expect(inputs).toEqual([{}, { cursor: '41' }])
    expect(screen.getByRole('listitem').elements()).toHaveLength(2)
    await expect.element(more).not.toBeInTheDocument()
    await expect
      .poll(() => hasFocusWithin(screen.getByRole('region', { name: 'Redemption history' })))
      .toBe(true)
  })

  test('the button shows progress while the next page loads', async () => {
    const second = Promise.withResolvers<RedemptionsPage>()
    const inputs = stubNetwork().answer(getRedemptions, ({ cursor }) =>
      cursor ? second.promise : pageOf(undefined),
    )
    const { screen, more } = await renderCard()
    await more.click()
    await expect.element(more).toHaveAttribute('aria-busy', 'true')
    await more.click({ force: true })
    expect(inputs).toHaveLength(2)
    second.resolve(pageOf('41'))
    await expect.element(screen.getByRole('heading', { name: 'Second' })).toBeVisible()
  })

  test('a page that fails to load keeps the list, and the button loads it again', async () => {
    const network = stubNetwork()
    network.answer(getRedemptions, ({ cursor }) => {
      if (cursor) throw new ApiError('system')
      return pageOf(undefined)
    })
    const { screen, more } = await renderCard()
    await more.click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
    await expect.element(screen.getByRole('heading', { name: 'First' })).toBeVisible()
    network.answer(getRedemptions, ({ cursor }) => pageOf(cursor))
    await more.click()
    await expect.element(screen.getByRole('heading', { name: 'Second' })).toBeVisible()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })
})

test.each([320, 960])('long benefit names wrap at %i px', async width => {
  await setViewportWidth(width)
  stubNetwork().answer(getRedemptions, () => ({
    items: [
      redemption({ benefit: 'Donaudampfschifffahrt'.repeat(12), code: 'W'.repeat(16) }),
      redemption({ benefit: 'All machines of the workshop '.repeat(8), code: 'M'.repeat(16) }),
    ],
    next: null,
  }))
  const { screen } = await renderCard()
  await expect.element(screen.getByText(/^Donaudampf/)).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
