import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { FullInfo } from '../../lib/session/account.ts'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { AccountCard } from './account-card.tsx'

const person = {
  uid: '00000000-0000-4000-8000-000000000001',
  email: 'office@example.com',
  userName: 'Demo Workshop',
  enterpriseUser: null,
} satisfies Partial<FullInfo>

test('a company sees its account ID and its name, and who can change them', async () => {
  await setViewportWidth(320)
  const enterpriseUser = { uid: 'demo-workshop' } as NonNullable<FullInfo['enterpriseUser']>
  const screen = await render(<AccountCard info={{ ...person, enterpriseUser }} />)
  await expect.element(screen.getByText('Only customer service can change these.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Copy Business account ID' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Copy User name' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Copy Email' })).toBeVisible()
  await expect.element(screen.getByText(person.uid)).not.toBeInTheDocument()
  expect(horizontalOverflow()).toBe(0)
})
