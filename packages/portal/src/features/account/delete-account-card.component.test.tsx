import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { DeleteAccountCard } from './delete-account-card.tsx'

test('the dialog opens once it is known what it warns about', async () => {
  showTestPage()
  stubNetwork()
  const card = (isNoticePending: boolean) => (
    <TestRouter>
      <DeleteAccountCard
        email="ada@example.com"
        notice={<p>You own a machine.</p>}
        isNoticePending={isNoticePending}
        onDeleted={() => undefined}
      />
    </TestRouter>
  )
  const screen = await render(card(true))
  const open = screen.getByRole('button', { name: 'Delete account' })
  await open.click()
  await expect.element(open).toHaveAttribute('aria-busy', 'true')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await screen.rerender(card(false))
  await expect.element(screen.getByRole('dialog').getByText('You own a machine.')).toBeVisible()
})
