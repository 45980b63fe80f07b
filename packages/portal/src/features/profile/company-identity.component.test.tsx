import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { CompanyIdentity } from './company-identity.tsx'

test('a company sees what identifies its account, and who can change it', async () => {
  showTestPage()
  const screen = await render(
    <CompanyIdentity
      info={{ enterpriseUser: { uid: 'kerf-line' }, userName: 'Kerf Line', email: 'office@kerf.example' }}
    />,
  )
  for (const text of ['kerf-line', 'Kerf Line', 'office@kerf.example'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Copy Business account ID' })).toBeVisible()
  await expect.element(screen.getByText('Get help')).toBeVisible()
  await expect.element(screen.getByText(/Only customer service can change these details/)).toBeVisible()
})
