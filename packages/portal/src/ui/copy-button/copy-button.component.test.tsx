import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { CopyButton } from './copy-button.tsx'

test('an icon alone has a name, and says when the text is copied', async () => {
  showTestPage()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copied.mockRestore())
  const { getByRole } = await render(<CopyButton text="a-1" what="user ID" isIcon />)
  const button = getByRole('button', { name: 'Copy user ID', exact: true })
  await expect.element(button).toHaveAttribute('title', 'Copy user ID')
  expect(button.element().textContent).toBe('')
  await button.click()
  await expect.element(getByRole('status')).toHaveTextContent('Copied')
  expect(button.element().textContent).toBe('')
  expect(copied.mock.calls).toEqual([['a-1']])
})
