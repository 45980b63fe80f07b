import { ApiError } from '@kerf/contract/client/client'
import { clearSessions, getSessionLog } from '@kerf/contract/endpoints/session'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { hasFocusWithin, horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import type { Session, SessionLogPage } from './session-log-query.ts'
import { SessionsCard } from './sessions-card.tsx'

const session = (application: string, changes: Partial<Session> = {}): Session => ({
  session: `${application.toLowerCase()}-handle`,
  ip: '203.0.113.7',
  location: 'Berlin, Germany',
  application,
  platform: 'web-pc',
  firstLogin: 1_750_000_000,
  lastLogin: 1_750_100_000,
  current: false,
  recognized: false,
  machineUntil: null,
  ...changes,
})

const HERE = session('Passport', { current: true })
const logOf = (...sessions: Session[]): SessionLogPage => ({ sessions, log: { items: [], next: null } })
const numbered = (count: number) => Array.from({ length: count }, (_, index) => session(`App${index}`))

const renderCard = async (mayRemove?: boolean) => {
  showTestPage()
  const screen = await render(
    <QueryProvider>
      <SessionsCard {...(mayRemove !== undefined && { mayRemove })} />
    </QueryProvider>,
  )
  return {
    screen,
    card: screen.getByRole('region', { name: 'Where you are logged in' }),
    items: screen.getByRole('listitem'),
    others: screen.getByRole('button', { name: 'Remove all others' }),
  }
}

test('announces that it loads until the sessions arrive', async () => {
  const log = Promise.withResolvers<SessionLogPage>()
  stubNetwork().answer(getSessionLog, () => log.promise)
  const { screen } = await renderCard()
  await expect.element(screen.getByRole('status')).toMatchTextContent('Loading your devices and logins')
  log.resolve(logOf(HERE))
  await expect.element(screen.getByRole('heading', { name: 'Passport' })).toBeVisible()
  await expect.element(screen.getByRole('status')).toHaveTextContent('')
})

test('shows when a login at a machine ends', async () => {
  const atMachine = session('laser …000001', { platform: 'os', machineUntil: 1_750_140_000 })
  stubNetwork().answer(getSessionLog, () => logOf(HERE, atMachine))
  const { items } = await renderCard()
  await expect.element(items.nth(1)).toMatchTextContent(/Ends at 2025-06-1\d \d\d:\d\d at the latest/)
  await expect.element(items.first()).not.toMatchTextContent('at the latest')
})

test('shows since when each device is logged in', async () => {
  stubNetwork().answer(getSessionLog, () => logOf(HERE, session('Studio')))
  const { items } = await renderCard()
  await expect.element(items.first()).toMatchTextContent(/Since 2025-06-1\d/)
  await expect.element(items.nth(1)).toMatchTextContent(/Since 2025-06-1\d/)
})

test('no two buttons have one name, even if two devices of one name logged in within a minute', async () => {
  stubNetwork().answer(getSessionLog, () =>
    logOf(HERE, session('Studio'), session('Studio', { session: 'another' })),
  )
  const { screen } = await renderCard()
  for (const name of [
    /^Remove Studio,/,
    /^Remove Studio \(2\),/,
    /^Details of Studio,/,
    /^Details of Studio \(2\),/,
  ])
    await expect.element(screen.getByRole('button', { name })).toBeVisible()
})

test('marks the current session, which cannot be removed', async () => {
  stubNetwork().answer(getSessionLog, () => logOf(HERE, session('Studio', { location: '' })))
  const { items } = await renderCard()
  await expect.element(items.first()).toMatchTextContent('This device')
  await expect.element(items.first().getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  await expect.element(items.first()).toMatchTextContent('Active now')
  await expect.element(items.nth(1)).not.toMatchTextContent('Unknown')
  await expect.element(items.nth(1).getByText('203.0.113.7')).not.toBeVisible()
  await items.nth(1).getByText('Details').click()
  await expect.element(items.nth(1).getByText('203.0.113.7')).toBeVisible()
  await expect.element(items.nth(1)).not.toMatchTextContent('This device')
  await expect
    .element(items.nth(1).getByRole('button', { name: /^Remove/ }))
    .toHaveAccessibleName(/^Remove Studio, last login 2025-06-1\d \d\d:\d\d$/)
})

test('the only session has nothing to remove', async () => {
  stubNetwork().answer(getSessionLog, () => logOf(HERE))
  const { screen, others } = await renderCard()
  await expect.element(screen.getByText('You are not logged in on any other device.')).toBeVisible()
  await expect.element(others).not.toBeInTheDocument()
})

test('an error can be retried, and the focus stays in the card', async () => {
  const network = stubNetwork()
  network.answer(getSessionLog, () => {
    throw new ApiError('system')
  })
  const { screen, card } = await renderCard()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
  network.answer(getSessionLog, () => logOf(HERE))
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Passport' })).toBeVisible()
  await expect.poll(() => hasFocusWithin(card)).toBe(true)
})

test('shows five sessions at first and all of them on request, with the focus on the list', async () => {
  stubNetwork().answer(getSessionLog, () => logOf(HERE, ...numbered(7)))
  const { screen, items } = await renderCard()
  const all = screen.getByRole('button', { name: 'Show all 8' })
  await expect.element(all).toBeVisible()
  expect(items.elements()).toHaveLength(5)
  await all.click()
  await expect.poll(() => items.elements()).toHaveLength(8)
  await expect.element(all).not.toBeInTheDocument()
  await expect.element(screen.getByRole('list')).toHaveFocus()
})

test('an account with its default password cannot remove sessions', async () => {
  stubNetwork().answer(getSessionLog, () => logOf(HERE, session('Studio')))
  const { screen } = await renderCard(false)
  await expect.element(screen.getByRole('heading', { name: 'Studio' })).toBeVisible()
  await expect.element(screen.getByText(/Set your own password first/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^Remove/ }).elements()).toHaveLength(0)
})

test('long names and places do not widen a narrow page', async () => {
  await setViewportWidth(320)
  const long = session('Engraving'.repeat(12), {
    current: true,
    location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2),
    ip: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  })
  stubNetwork().answer(getSessionLog, () => logOf(long, { ...long, session: 'other', current: false }))
  const { others } = await renderCard()
  await expect.element(others).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})

describe('removal', () => {
  const openDialog = async () => {
    const network = stubNetwork()
    network.answer(getSessionLog, () => logOf(HERE, session('Studio'), session('Phone')))
    const rendered = await renderCard()
    await rendered.screen.getByRole('button', { name: /^Remove Studio/ }).click()
    const dialog = rendered.screen.getByRole('dialog', { name: 'Remove Studio?' })
    await expect.element(dialog).toBeVisible()
    return {
      ...rendered,
      network,
      dialog,
      confirm: dialog.getByRole('button', { name: 'Remove' }),
      cancel: dialog.getByRole('button', { name: 'Cancel' }),
      studio: rendered.screen.getByRole('heading', { name: 'Studio', exact: true }),
    }
  }

  test('starts on Cancel, which removes nothing and returns the focus', async () => {
    const { screen, dialog, cancel, studio } = await openDialog()
    await expect.element(cancel).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(studio).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^Remove Studio/ })).toHaveFocus()
  })

  test('removes the session from the list and keeps the focus there', async () => {
    const { screen, network, dialog, confirm, studio, items } = await openDialog()
    const removed = network.answer(clearSessions, () => ({ ended: 1 }))
    await confirm.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(studio).not.toBeInTheDocument()
    expect(items.elements()).toHaveLength(2)
    expect(removed).toEqual([{ session: 'studio-handle' }])
    await expect.element(screen.getByRole('list')).toHaveFocus()
  })

  test('cannot be closed while it is pending', async () => {
    const { network, dialog, confirm, cancel } = await openDialog()
    const answer = Promise.withResolvers<{ ended: number }>()
    const removed = network.answer(clearSessions, () => answer.promise)
    await confirm.click()
    await expect.element(confirm).toHaveAttribute('aria-busy', 'true')
    await expect.element(cancel).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await confirm.click({ force: true })
    await expect.element(dialog).toBeVisible()
    answer.resolve({ ended: 1 })
    await expect.element(dialog).not.toBeInTheDocument()
    expect(removed).toHaveLength(1)
  })

  test('an error is shown in the dialog, keeps the session and can be repeated', async () => {
    const { network, dialog, confirm, studio } = await openDialog()
    network.answer(clearSessions, () => {
      throw new ApiError('system')
    })
    await confirm.click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('System error')
    await expect.element(studio).toBeInTheDocument()
    network.answer(clearSessions, () => ({ ended: 1 }))
    await confirm.click()
    await expect.element(studio).not.toBeInTheDocument()
  })

  test('removes all sessions but the current one at once', async () => {
    const network = stubNetwork()
    network.answer(getSessionLog, () => logOf(HERE, ...numbered(7)))
    const removed = network.answer(clearSessions, () => ({ ended: 7 }))
    const { screen, items, others } = await renderCard()
    await others.click()
    const dialog = screen.getByRole('dialog', { name: 'Remove all other devices?' })
    await expect.element(dialog).toMatchTextContent('logged out immediately: 7')
    await dialog.getByRole('button', { name: 'Remove all others' }).click()
    await expect.poll(() => items.elements()).toHaveLength(1)
    await expect.element(items.first()).toMatchTextContent('This device')
    expect(removed).toEqual([{}])
  })
})
