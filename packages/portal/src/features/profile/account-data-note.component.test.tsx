import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { AccountDataNote } from './account-data-note.tsx'

test('a company sees who can change what identifies its account, and where it is', async () => {
  showTestPage()
  const screen = await render(
    <TestRouter>
      <AccountDataNote isBusiness />
    </TestRouter>,
  )
  await expect.element(screen.getByText(/Only customer service can change them/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Account security' }))
    .toHaveAttribute('href', expect.stringContaining('profile-business/security'))
})
