import { ApiError } from '@kerf/contract/client/client'
import { confirmMailbox } from '@kerf/contract/endpoints/mailbox'
import { allowLogin } from '@kerf/contract/endpoints/sign-in'
import { beforeEach, expect, test } from 'vitest'
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
  await screen.getByRole('button', { name: 'Allow this login' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Login allowed' })).toHaveFocus()
  expect(asked.at(-1)).toEqual({ link: 'secret', confirm: true })
  expect(
    screen
      .getByRole('link')
      .all()
      .map(link => link.element().textContent),
  ).toEqual(['Log in in this browser instead'])
})

test('a description that did not load can be asked for again', async () => {
  let works = false
  const { screen } = await opened('/en/allow-login#secret', () => {
    if (!works) throw new ApiError('system')
    return UTRECHT
  })
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Allow this login' })).toBeDisabled()
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
  await expect.element(screen.getByRole('link', { name: 'Log in in this browser instead' })).toBeVisible()
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

test('a person who did it can say so, and nothing is sent', async () => {
  stubNetwork()
  const screen = await render(
    <TestRouter at="/en/not-me#secret">
      <NotMe />
    </TestRouter>,
  )
  await expect.element(screen.getByRole('listitem')).toHaveLength(4)
  await screen.getByRole('button', { name: 'It was me' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Nothing was changed' })).toHaveFocus()
  await expect.element(screen.getByRole('link')).toHaveTextContent('Log in here')
})
