import { ACCOUNT_COUNT_COOKIE } from '@kerf/contract/cookie-names'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { writeCookie } from '../browser/cookie.ts'
import { useFirstFocus } from './use-first-focus.ts'

function Page() {
  useFirstFocus('email')
  return (
    <main>
      <input name="email" aria-label="Email" />
    </main>
  )
}

async function show({ hasFocus = true, isFine = true } = {}) {
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus)
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isFine } as MediaQueryList)
  onTestFinished(() => void vi.restoreAllMocks())
  const screen = await render(<Page />)
  return screen.getByLabelText('Email')
}

test('focuses the first field', async () => {
  await expect.element(await show()).toHaveFocus()
})

test.each([
  ['the page is in a frame without the focus', { hasFocus: false }],
  ['a screen keyboard would cover the page', { isFine: false }],
])('leaves the focus where it is when %s', async (_, where) => {
  await expect.element(await show(where)).not.toHaveFocus()
})

test.each([
  ['/en/login', false],
  ['/en/login-business', false],
  ['/en/register', true],
])('accounts that replace the form of a login page keep the focus from it: %s', async (path, isFocused) => {
  const { href } = location
  history.replaceState(null, '', path)
  writeCookie(`${ACCOUNT_COUNT_COOKIE}=2; Path=/`)
  onTestFinished(() => {
    writeCookie(`${ACCOUNT_COUNT_COOKIE}=; Max-Age=0; Path=/`)
    history.replaceState(null, '', href)
  })
  const field = expect.element(await show())
  await (isFocused ? field : field.not).toHaveFocus()
})

test('leaves the focus where it is when another element has it', async () => {
  const other = document.createElement('button')
  document.body.append(other)
  onTestFinished(() => other.remove())
  other.focus()
  await expect.element(await show()).not.toHaveFocus()
})
