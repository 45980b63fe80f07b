import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { CopyButton } from './copy-button.tsx'

test('the name says what is copied, and the button when it is copied', async () => {
  showTestPage()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copied.mockRestore())
  const { getByRole } = await render(<CopyButton text="a-1" what="user ID" />)
  const button = getByRole('button', { name: 'Copy user ID', exact: true })
  await expect.element(button).toHaveTextContent('Copy')
  // Both for two seconds.
  await Promise.all([
    expect.element(getByRole('status')).toHaveTextContent('Copied'),
    expect.element(button).toHaveTextContent('Copied'),
    button.click(),
  ])
  expect(copied.mock.calls).toEqual([['a-1']])
})
