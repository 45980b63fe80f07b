import { getCountries } from '@kerf/contract/endpoints/region'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { ProfileCard } from './profile-card.tsx'

const empty = { nickname: '', introduction: '', gender: '', birthday: null, country: '' } as const

const renderCard = async (known: Partial<Parameters<typeof ProfileCard>[0]['info']>) => {
  const network = stubNetwork()
  network.answer(getCountries, () => [{ id: 'DE', name: 'Germany' }])
  showTestPage()
  return render(
    <TestRouter>
      <QueryProvider>
        <ProfileCard info={{ ...empty, ...known }} />
      </QueryProvider>
    </TestRouter>,
  )
}

test('tells each part of the profile and leads to its field', async () => {
  const screen = await renderCard({
    nickname: 'Ada',
    gender: 'female',
    birthday: -127_267_200,
    country: 'DE',
  })
  await expect.element(screen.getByText('Ada')).toBeVisible()
  await expect.element(screen.getByText('Female')).toBeVisible()
  await expect.element(screen.getByText('1965-12-20')).toBeVisible()
  await expect.element(screen.getByText('Germany')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Edit Nickname' }))
    .toHaveAttribute('href', expect.stringMatching(/profile\/settings.*#nickname$/))
})

test('says what is not set, and asks to add it', async () => {
  const screen = await renderCard({ nickname: 'Ada' })
  await expect.element(screen.getByText('Not set').first()).toBeVisible()
  expect(screen.getByText('Not set').elements()).toHaveLength(4)
  await expect.element(screen.getByRole('link', { name: 'Add Introduction' })).toBeVisible()
})

test('an empty profile is one invitation', async () => {
  const screen = await renderCard({})
  await expect
    .element(screen.getByRole('link', { name: 'Complete profile' }))
    .toHaveAttribute('href', expect.stringContaining('profile/settings'))
  await expect.element(screen.getByText('Not set')).not.toBeInTheDocument()
})
