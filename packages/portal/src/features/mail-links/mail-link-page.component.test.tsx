import { ApiError } from '@kerf/contract/client/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import { confirmMailbox } from '@kerf/contract/endpoints/mailbox'
import { describeNotMe } from '@kerf/contract/endpoints/session'
import { allowLogin } from '@kerf/contract/endpoints/sign-in'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { AllowLogin } from './allow-login.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { NotMe } from './not-me.tsx'

beforeEach(() => showTestPage())

const opened = async (address: string, answer: () => { place: string; at: number }) => {
  const network = stubNetwork()
  const asked = network.answer(allowLogin, answer)
  const screen = await render(
    <TestRouter at={address}>
      <AllowLogin />
    </TestRouter>,
  )
  return { asked, screen }
}
const UTRECHT = {
  place: 'Utrecht, Netherlands',
  at: 1_795_000_000,
  application: 'Edge (Windows)',
  account: 'm***r@example.com',
}

test('a link is described, and only the button has an effect', async () => {
  const { asked, screen } = await opened('/en/allow-login#secret', () => UTRECHT)
  await expect.element(screen.getByText('Utrecht, Netherlands')).toBeVisible()
  await expect.element(screen.getByText('Edge (Windows)')).toBeVisible()
  await expect.element(screen.getByText('m***r@example.com')).toBeVisible()
  expect(asked).toEqual([{ link: 'secret', confirm: false }])
  await screen.getByRole('button', { name: 'Yes, allow this login' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Login allowed' })).toHaveFocus()
  expect(asked.at(-1)).toEqual({ link: 'secret', confirm: true })
  expect(
    screen
      .getByRole('link')
      .all()
      .map(link => link.element().textContent),
  ).toEqual(['Use this browser instead'])
})

test('a description that did not load can be asked for again', async () => {
  let works = false
  const { screen } = await opened('/en/allow-login#secret', () => {
    if (!works) throw new ApiError('system')
    return UTRECHT
  })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Yes, allow this login' })).toBeDisabled()
  works = true
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Utrecht, Netherlands')).toBeVisible()
})

test('a link that is over says what to do', async () => {
  const { screen } = await opened('/en/allow-login#secret', () => {
    throw new ApiError('expired')
  })
  await expect.element(screen.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
  expect(screen.getByRole('link').elements()).toHaveLength(1)
  await expect.element(screen.getByRole('link', { name: 'Log in here' })).toBeVisible()
})

test('an address without its secret asks for the link again', async () => {
  const { asked, screen } = await opened('/en/allow-login', () => UTRECHT)
  await expect.element(screen.getByRole('heading', { name: /^Open the link/ })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Log in here' })).toBeVisible()
  await expect.element(screen.getByText('Get help')).toBeVisible()
  expect(asked).toEqual([])
})

test('a confirmed address counts later, a refused one leads to customer service', async () => {
  const network = stubNetwork()
  network.answer(confirmMailbox, () => ({ email: 'ada.new@example.com', startsAt: 1_795_000_000 }))
  const show = (key: string) => (
    <TestRouter key={key} at="/en/confirm-email#secret">
      <ConfirmEmail />
    </TestRouter>
  )
  const screen = await render(show('confirmed'))
  await expect.element(screen.getByText('ada.new@example.com')).toBeVisible()
  await screen.getByRole('button', { name: 'Confirm email address' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Email address confirmed' })).toHaveFocus()
  // The address does not count yet.
  await expect.element(screen.getByRole('link', { name: 'Log in here' })).not.toBeInTheDocument()
  await screen.rerender(show('refused'))
  await screen.getByRole('button', { name: 'I didn’t ask for this' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Nothing was confirmed' })).toHaveFocus()
  await expect.element(screen.getByText('Get help')).toBeVisible()
})

type NotMeAnswer = OutputOf<typeof describeNotMe>

const openedNotMe = async (answer: () => NotMeAnswer | Promise<NotMeAnswer>) => {
  const network = stubNetwork()
  const asked = network.answer(describeNotMe, answer)
  const screen = await render(
    <TestRouter at="/en/not-me#secret">
      <NotMe />
    </TestRouter>,
  )
  return { asked, screen }
}

test('a security email is described, with what the button still does', async () => {
  const { asked, screen } = await openedNotMe(() => ({
    ...UTRECHT,
    ...{ event: 'New login to your account', stops: true, removesUntil: UTRECHT.at + 3 * 86_400 },
  }))
  const where = `Edge (Windows) · ${UTRECHT.place}`
  for (const fact of ['New login to your account', where, 'm***r@example.com'])
    await expect.element(screen.getByText(fact)).toBeVisible()
  await expect.element(screen.getByRole('definition')).toHaveLength(4)
  await expect.element(screen.getByText(/until 2026-11-2\d .+ \(UTC/)).toBeVisible()
  await expect.element(screen.getByRole('listitem')).toHaveLength(3)
  expect(asked).toEqual([{ link: 'secret' }])
})

test('neither answer can be pressed before the description has come, which moves them', async () => {
  const description = Promise.withResolvers<NotMeAnswer>()
  const { screen } = await openedNotMe(() => description.promise)
  const answers = ['No, log out everywhere', 'Yes, it was me'].map(name =>
    screen.getByRole('button', { name }),
  )
  for (const answer of answers) await expect.element(answer).toBeDisabled()
  description.resolve({ at: UTRECHT.at, stops: false })
  for (const answer of answers) await expect.element(answer).toBeEnabled()
})

test('both answers can be given when the description takes too long', async () => {
  const short = new AbortController()
  const realTimeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(ms => (ms <= 5_000 ? short.signal : realTimeout(ms)))
  onTestFinished(() => spy.mockRestore())
  const { screen } = await openedNotMe(() => new Promise(() => undefined))
  const answers = ['No, log out everywhere', 'Yes, it was me'].map(name =>
    screen.getByRole('button', { name }),
  )
  for (const answer of answers) await expect.element(answer).toBeDisabled()
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument()
  short.abort()
  for (const answer of answers) await expect.element(answer).toBeEnabled()
  await expect.element(screen.getByText('Loading…')).not.toBeInTheDocument()
})

test('what an email does not tell has no row, and what is over is not announced', async () => {
  const { screen } = await openedNotMe(() => ({ at: UTRECHT.at, stops: false }))
  await expect.element(screen.getByRole('listitem')).toHaveLength(1)
  await expect.element(screen.getByRole('definition')).toHaveLength(1)
  await expect.element(screen.getByText(/^Works until /)).not.toBeInTheDocument()
})

test('the email to a former address restores it', async () => {
  const until = UTRECHT.at + 3 * 86_400
  const { screen } = await openedNotMe(() => ({
    ...{ at: UTRECHT.at, stops: true, removesUntil: until, restoresUntil: until },
  }))
  await expect.element(screen.getByRole('listitem')).toHaveLength(4)
  const restores = screen.getByRole('listitem').last()
  await expect
    .element(restores.getByText('Bring back a changed email address', { exact: false }))
    .toBeVisible()
  await expect.element(restores.getByText(/^Works until /)).toBeVisible()
})

test('a security email whose link is over says what to do', async () => {
  const { screen } = await openedNotMe(() => {
    throw new ApiError('expired')
  })
  await expect.element(screen.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus()
  await expect.element(screen.getByRole('link', { name: 'Set a new password' })).toBeVisible()
})

test('a person who did it can say so also without a description, and nothing is done', async () => {
  const { screen } = await openedNotMe(() => {
    throw new ApiError('system')
  })
  await expect.element(screen.getByRole('listitem')).toHaveLength(4)
  await expect.element(screen.getByRole('definition')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Yes, it was me' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Nothing was changed' })).toHaveFocus()
  await expect.element(screen.getByRole('link')).toHaveTextContent('Log in here')
})
