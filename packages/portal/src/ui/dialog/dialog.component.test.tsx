import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'

function Example({ closable = true, onClose = () => {} }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog
          title="Remove session"
          closable={closable}
          onClose={() => {
            onClose()
            setOpen(false)
          }}
          actions={<button type="button">Remove</button>}
        >
          <p>It ends at once.</p>
        </Dialog>
      )}
    </>
  )
}

const setUp = async (closable = true) => {
  const onClose = vi.fn()
  const screen = await render(<Example closable={closable} onClose={onClose} />)
  await screen.getByRole('button', { name: 'Open' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Remove session' })
  await expect.element(dialog).toBeVisible()
  return { screen, dialog, onClose }
}

test('takes the focus and returns it to the button that opened it', async () => {
  const { screen, dialog } = await setUp()
  expect(dialog.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('Tab stays inside', async () => {
  const { dialog } = await setUp()
  for (let press = 0; press < 5; press++) {
    await userEvent.tab()
    const inside = dialog.element().contains(document.activeElement)
    expect(inside || document.activeElement === document.body).toBe(true)
  }
})

test('the close button closes it', async () => {
  const { dialog, onClose } = await setUp()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

test('a click outside closes it', async () => {
  const { onClose } = await setUp()
  await userEvent.click(page.elementLocator(document.querySelector('dialog') as Element), {
    position: { x: 2, y: 2 },
    force: true,
  })
  document.querySelector('dialog')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  document.querySelector('dialog')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => onClose.mock.calls.length).toBeGreaterThan(0)
})

test('stays open while a call is pending', async () => {
  const { dialog, onClose } = await setUp(false)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})
