import { useRef } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useDisclosure } from './use-disclosure.ts'

function Menu() {
  const root = useRef<HTMLDivElement>(null)
  const { open, toggle, close } = useDisclosure(root)
  return (
    <div ref={root}>
      <button type="button" aria-expanded={open} onClick={toggle}>
        Account
      </button>
      <div hidden={!open}>
        <button type="button" onClick={close}>
          Messages
        </button>
      </div>
    </div>
  )
}

/** The skeleton and the page have a menu each. */
const Screen = ({ loaded }: { loaded: boolean }) => (
  <>
    <button type="button">Elsewhere</button>
    <Menu key={String(loaded)} />
  </>
)

const account = page.getByRole('button', { name: 'Account' })
const messages = page.getByRole('button', { name: 'Messages' })

test('stays open and keeps the focus when the page replaces its skeleton', async () => {
  const screen = await render(<Screen loaded={false} />)
  await account.click()
  await screen.rerender(<Screen loaded />)
  await expect.element(messages).toBeVisible()
  await expect.element(account).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(messages).not.toBeInTheDocument()
})

test.each([
  ['by its button', () => account.click()],
  ['by an item', () => messages.click()],
  ['by Escape', () => userEvent.keyboard('{Escape}')],
  ['by a press elsewhere', () => page.getByRole('button', { name: 'Elsewhere' }).click()],
])('stays closed after it was closed %s', async (_, close) => {
  const screen = await render(<Screen loaded={false} />)
  await account.click()
  await expect.element(messages).toBeVisible()
  await close()
  await expect.element(account).toHaveAttribute('aria-expanded', 'false')
  await screen.rerender(<Screen loaded />)
  await expect.element(account).toHaveAttribute('aria-expanded', 'false')
})

test('is closed where it appears later', async () => {
  const screen = await render(<Screen loaded={false} />)
  await account.click()
  await screen.unmount()
  await new Promise(resolve => setTimeout(resolve, 1_100))
  await render(<Screen loaded />)
  await expect.element(account).toHaveAttribute('aria-expanded', 'false')
})
