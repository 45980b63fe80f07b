import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { CompanyCard } from './company-card.tsx'

const renderCard = async (known: { headpic: string; country: string }) => {
  showTestPage()
  const screen = await render(
    <TestRouter>
      <CompanyCard info={known} />
    </TestRouter>,
  )
  await expect.element(screen.getByRole('link', { name: 'All company details' })).toBeVisible()
  return screen
}

test('says in one sentence what is missing, and leads to each field', async () => {
  const screen = await renderCard({ headpic: '', country: '' })
  await expect.element(screen.getByText('Add your company logo and country.')).toBeVisible()
  for (const [name, field] of [
    ['company logo', 'picture'],
    ['country', 'country'],
  ] as const)
    await expect
      .element(screen.getByRole('link', { name, exact: true }))
      .toHaveAttribute('href', expect.stringMatching(new RegExp(`profile-business/company.*#${field}$`)))
})

test.each([
  ['Add your country.', { headpic: 'https://example.test/logo.webp', country: '' }],
  ['Add your company logo.', { headpic: '', country: 'DE' }],
])('names only what is missing: %s', async (text, known) => {
  const screen = await renderCard(known)
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('says nothing where all is there', async () => {
  const screen = await renderCard({ headpic: 'https://example.test/logo.webp', country: 'DE' })
  await expect.element(screen.getByText(/Add your/)).not.toBeInTheDocument()
})
