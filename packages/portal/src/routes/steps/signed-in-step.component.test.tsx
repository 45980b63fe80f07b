import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { account, type FullInfo } from '../../lib/session/account.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { SignedInStep } from './signed-in-step.tsx'

afterEach(() => account.set(undefined))

const signIn = () => {
  const info = { userName: 'Ada', email: 'ada@example.com', enterpriseUser: null, headpic: '' } as FullInfo
  account.set({ info, fetchedAt: Date.now() })
}

test('names the app that opened the page', async () => {
  showTestPage('?md=win&p=passport')
  signIn()
  const screen = await render(
    <TestRouter>
      <SignedInStep />
    </TestRouter>,
  )
  await expect.element(screen.getByText('Kerf Passport can now use this account.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Back to Kerf Passport' })).toBeVisible()
})

test('a host that does not close the page leaves a text that says what to do', async () => {
  showTestPage('?md=win')
  signIn()
  const screen = await render(
    <TestRouter>
      <SignedInStep />
    </TestRouter>,
  )
  await expect.element(screen.getByText('The app can now use this account.')).toBeVisible()
  await screen.getByRole('button', { name: 'Back to the app' }).click()
  await expect.element(screen.getByText('You can close this page and go on in the app.')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'User center' }))
    .toHaveAttribute('href', expect.stringMatching(/\/profile\?/))
})
