import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { clearToken, setCurrentToken } from '../token/token-updates.ts'
import { draftRef } from './form-draft.ts'

const Page = ({ fields }: { fields: readonly string[] }) =>
  fields.map(name => <input key={name} name={name} aria-label={name} ref={draftRef} />)

const start = location.href
function at(path: string): void {
  onTestFinished(() => history.replaceState(null, '', start))
  history.replaceState(null, '', path)
}

async function renderLogin() {
  showTestPage()
  const screen = await render(<Page key="login" fields={['email', 'password']} />)
  await screen.getByLabelText('password').fill('cut-along-77')
  await screen.getByLabelText('email').fill('ada@exam')
  return screen
}

test('what was typed moves to the next page with the caret, and typing goes on', async () => {
  const screen = await renderLogin()
  at('/en/register')
  await screen.rerender(<Page key="register" fields={['email', 'password']} />)
  await expect.element(screen.getByLabelText('email')).toHaveFocus()
  await userEvent.keyboard('ple.com')
  await expect.element(screen.getByLabelText('email')).toHaveValue('ada@example.com')
  await expect.element(screen.getByLabelText('password')).toHaveValue('cut-along-77')
})

test('a password stays between login and sign-up', async () => {
  const screen = await renderLogin()
  at('/en/findpwd')
  await screen.rerender(<Page key="findpwd" fields={['email', 'password']} />)
  await expect.element(screen.getByLabelText('email')).toHaveValue('ada@exam')
  await expect.element(screen.getByLabelText('password')).toHaveValue('')
})

test('nothing is kept after a login', async () => {
  const screen = await renderLogin()
  at('/en/login')
  setCurrentToken('token-of-ada')
  await screen.rerender(<p>Profile</p>)
  clearToken()
  await screen.rerender(<Page key="login again" fields={['email', 'password']} />)
  await expect.element(screen.getByLabelText('email')).toHaveValue('')
  await expect.element(screen.getByLabelText('password')).toHaveValue('')
})
