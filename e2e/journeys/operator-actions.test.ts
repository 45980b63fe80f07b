import { kerf } from '../lib/codes.ts'
import {
  account,
  agree,
  logIn,
  newPassword,
  newPasswordAgain,
  password,
  signIn,
  signOut,
  toasts,
  waitForPath,
} from '../lib/forms.ts'
import { newPerson } from '../lib/people.ts'
import { tokenCookie } from '../lib/session.ts'
import { expect, FULL, test } from '../lib/test.ts'

test(
  'asks an enterprise account with an initial password to set a new one, now or later',
  FULL,
  async ({ page, open }) => {
    const id = `gear-works-${Date.now().toString(36)}`
    const options = ['--account', id, '--email', `${id}@gears.example`, '--name', 'Gear Works']
    const created = (await kerf('enterprise', 'create', ...options)) as { password: string }
    const signInWith = async (secret: string) => {
      await account(page).fill(id)
      await password(page).fill(secret)
      await agree(page)
      await logIn(page).click()
      await waitForPath(page, '/en/profile-business/settings')
    }
    await open('/en/login-business')
    await signInWith(created.password)
    await page.getByRole('heading', { name: 'Set your own password' }).waitFor()
    await page.getByRole('button', { name: 'Later' }).click()
    await toasts(page)
      .getByText(/Postponements left: 2/)
      .waitFor()
    await page.getByRole('region', { name: 'Overview' }).waitFor()
    await signOut(page)
    await waitForPath(page, '/en/login-business')

    await signInWith(created.password)
    await newPassword(page).waitFor()
    // The password that was just typed to log in is not asked for again.
    expect(await page.getByRole('textbox', { name: 'Default password' }).count()).toBe(0)
    await newPassword(page).fill('engrave-88')
    await newPasswordAgain(page).fill('engrave-88')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your new password is set.').waitFor()
    await page.getByRole('heading', { name: 'Set your own password' }).waitFor({ state: 'detached' })
  },
)

test(
  'reports a banned account after the right password only',
  FULL,
  async ({ page, context, url, open, expectConsole }) => {
    expectConsole(/\/v1\/login/)
    const person = await newPerson(url)
    await kerf('user', 'ban', person.email, '--yes')
    await open('/en/login')
    await signIn(page, { ...person, password: 'cut-along-00' })
    await page.getByRole('alert').getByText('Incorrect account or password.').waitFor()
    await password(page).fill(person.password)
    await logIn(page).click()
    await page.getByRole('alert').getByText('This account is restricted and cannot log in.').waitFor()
    expect(await tokenCookie(context)).toBeUndefined()
  },
)
