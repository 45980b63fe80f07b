import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from '../dialog/dialog.tsx'
import { Menu } from './menu.tsx'

const opener = page.getByRole('button', { name: 'Actions for Bo' })
const menu = page.getByRole('menu', { name: 'Actions for Bo' })
const item = (name: string) => page.getByRole('menuitem', { name })

async function show() {
  const promote = vi.fn()
  const remove = vi.fn()
  await render(
    <>
      <Menu
        label="Actions for Bo"
        actions={[
          { name: 'Make admin', run: promote },
          { name: 'Remove', danger: true, run: remove },
        ]}
      />
      <button type="button">Elsewhere</button>
      <p>Nothing to press</p>
    </>,
  )
  return { promote, remove }
}

test.each(['{Enter}', ' ', '{ArrowDown}'])(
  'opens by the key %s, with the focus on the first action',
  async key => {
    await show()
    await userEvent.tab()
    await expect.element(opener).toHaveFocus()
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard(key)
    await expect.element(item('Make admin')).toHaveFocus()
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
    for (const [next, name] of [
      ['{ArrowDown}', 'Remove'],
      ['{ArrowDown}', 'Make admin'],
      ['{ArrowUp}', 'Remove'],
      ['{Home}', 'Make admin'],
      ['{End}', 'Remove'],
    ] as const) {
      await userEvent.keyboard(next)
      await expect.element(item(name)).toHaveFocus()
    }
  },
)

test('Escape closes it and returns the focus; Tab goes on from the button', async () => {
  await show()
  await opener.click()
  await expect.element(item('Make admin')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Make admin')).toHaveFocus()
  await userEvent.tab()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Elsewhere' })).toHaveFocus()
})

test.each([
  ['its button', () => opener.click()],
  ['a press elsewhere', () => page.getByRole('button', { name: 'Elsewhere' }).click()],
])('is closed by %s', async (_, press) => {
  await show()
  await opener.click()
  await expect.element(menu).toBeVisible()
  await press()
  await expect.element(menu).not.toBeInTheDocument()
})

test('a press on something that takes no focus returns it to the button', async () => {
  await show()
  await opener.click()
  await expect.element(item('Make admin')).toHaveFocus()
  await page.getByText('Nothing to press').click()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test.each([
  ['goes to another element', () => page.getByRole('button', { name: 'Elsewhere' }).element().focus()],
  ['is lost', () => (document.activeElement as HTMLElement).blur()],
])('is closed when the focus %s', async (_, leave) => {
  await show()
  await opener.click()
  await expect.element(item('Make admin')).toHaveFocus()
  leave()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(opener).not.toHaveFocus()
})

test('stays open when the window loses the focus', async () => {
  await show()
  await opener.click()
  await expect.element(item('Make admin')).toHaveFocus()
  // The event of a window that loses the focus: the element stays the active one.
  item('Make admin')
    .element()
    .dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Remove')).toHaveFocus()
})

test('Escape closes the menu and not the dialog around it', async () => {
  const onClose = vi.fn()
  await render(
    <Dialog title="Members" onClose={onClose}>
      <Menu label="Actions for Bo" actions={[{ name: 'Remove', run: () => {} }]} />
    </Dialog>,
  )
  await opener.click()
  await expect.element(item('Remove')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
})

test('runs one action, after the focus is back on the button', async () => {
  const { promote, remove } = await show()
  let focused: Element | null = null
  remove.mockImplementation(() => {
    focused = document.activeElement
  })
  await opener.click()
  await item('Remove').click()
  expect(remove).toHaveBeenCalledOnce()
  expect(focused).toBe(opener.element())
  expect(promote).not.toHaveBeenCalled()
  await expect.element(menu).not.toBeInTheDocument()
})
