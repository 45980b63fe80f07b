import { addAuthenticator } from '../lib/authenticator.ts'
import {
  agreement,
  email,
  enterCode,
  getCode,
  openSignUp,
  signIn,
  signOut,
  startSignUp,
  waitForPath,
  waitForPerson,
} from '../lib/forms.ts'
import { codeFor } from '../lib/mailbox.ts'
import { newEmail, newPerson } from '../lib/people.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, test } from '../lib/test.ts'

test('signs up with a passkey, logs in by autofill and removes it', async ({ page, url, open }) => {
  const authenticator = await addAuthenticator(page)
  const address = newEmail()
  // The autofill of the login page must wait for the person.
  await authenticator.setPresence(false)
  await open('/en/login')
  await expect(email(page)).toHaveAttribute('autocomplete', 'username webauthn')
  await openSignUp(page)
  await authenticator.setPresence(true)
  await startSignUp(page, address)
  await enterCode(page, await codeFor(url, address))
  await agreement(page).check()
  await page.getByRole('button', { name: 'Use a passkey instead of a password' }).click()
  await page.getByRole('heading', { name: /^Welcome to/ }).waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await waitForPerson(page, address)
  expect(await authenticator.credentials()).toHaveLength(1)

  await waitForPath(page, '/en/profile')
  await waitForSettled(page)
  // The virtual authenticator loses a presence that begins while the autofill starts: it is there before.
  const answered = page.waitForResponse(response => new URL(response.url()).pathname === '/v1/login/passkey')
  await signOut(page)
  await answered
  await waitForPath(page, '/en/profile')

  await open('/en/profile/security')
  const remove = page.getByRole('button', { name: /^Remove Passkey/ })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('region', { name: 'Passkeys' }).getByText('None yet').waitFor()
  await expect.poll(() => authenticator.credentials()).toHaveLength(0)
})

test(
  'offers a passkey after a login with a password, and confirms a change with it',
  FULL,
  async ({ page, url, open, expectConsole }) => {
    const person = await newPerson(url)
    const authenticator = await addAuthenticator(page)
    await authenticator.setPresence(false)
    await open('/en/login')
    await signIn(page, person)
    await authenticator.setPresence(true)
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    // The password alone adds no way to log in.
    expectConsole(/403 .*\/v1\/user\/passkey\/options/)
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.waitFor()
    await getCode(page).click()
    await enterCode(proof, await codeFor(url, person.email, 2))
    await page.getByText('Your passkey is ready.').waitFor()
    expect(await authenticator.credentials()).toHaveLength(1)

    expectConsole(/403 .*\/v1\/user\/passkey\/remove/)
    // Without the session's companion, the server asks for a proof as it does ten minutes after the login.
    await page.context().clearCookies({ name: 'kerfCompanion' })
    await open('/en/profile/security')
    await page.getByRole('button', { name: /^Remove Passkey/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('region', { name: 'Passkeys' }).getByText('None yet').waitFor()
  },
)
