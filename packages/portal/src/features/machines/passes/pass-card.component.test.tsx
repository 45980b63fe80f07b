import { limitMachinePasses } from '@kerf/contract/machines/passes'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../../test/stub-network.ts'
import { showTestPage } from '../../../test/test-page.ts'
import { TestRouter } from '../../../test/test-router.tsx'
import { testMachine } from '../test-machines.ts'
import { CourseAction } from '../training-missing.tsx'
import { PassCard } from './pass-card.tsx'

async function renderCard(changes: Parameters<typeof testMachine>[0] = {}, coursesHref?: string) {
  showTestPage()
  const network = stubNetwork()
  const onPasses = vi.fn()
  const screen = await render(
    <TestRouter>
      <QueryProvider>
        <CourseAction machine={testMachine(changes)} coursesHref={coursesHref} />
        <PassCard machine={testMachine(changes)} onPasses={onPasses} />
      </QueryProvider>
    </TestRouter>,
  )
  return { network, screen, onPasses, dialog: screen.getByRole('dialog') }
}

test('the owner limits how long passes last', async () => {
  const { network, screen, dialog } = await renderCard({ passDays: 10 })
  const sent = network.answer(limitMachinePasses, () => ({}))
  await expect
    .element(screen.getByText('Passes last up to 10 days, for everyone who uses this machine.'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Limit passes' }).click()
  const days = dialog.getByRole('textbox')
  await expect.element(days).toHaveValue('10')
  await expect.element(dialog.getByText(/^7 by default\./)).toBeVisible()
  for (const wrong of ['', '0', '31', 'x']) {
    await days.fill(wrong)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Enter a number from 1 to 30.')).toBeVisible()
  }
  await days.fill('14')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual([{ days: 14 }])
})

test('a limit of one day is in the singular', async () => {
  const { screen } = await renderCard({ passDays: 1 })
  await expect
    .element(screen.getByText('Passes last up to 1 day, for everyone who uses this machine.'))
    .toBeVisible()
})

test('a machine operator gets a pass, sees how long the certificate counts, and limits nothing', async () => {
  const { screen, onPasses } = await renderCard({ role: 'operator', trainedUntil: 1_829_000_000 })
  await expect.element(screen.getByText(/^Your certificate is valid until 2027-12-\d\d\.$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Get a pass' }).click()
  expect(onPasses).toHaveBeenCalledOnce()
  await expect.element(screen.getByRole('button', { name: 'Limit passes' })).not.toBeInTheDocument()
})

test('says nothing of passes to a machine operator who can get none yet', async () => {
  const { screen } = await renderCard({ role: 'operator', trained: false, course: 'laser' }, '/en/courses')
  await expect.element(screen.getByRole('link', { name: 'Open “Laser safety”' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Passes' })).not.toBeInTheDocument()
})

test('leads to the missing course, which an account without courses does not have', async () => {
  const missing = { trained: false, course: 'laser' } as const
  const { screen } = await renderCard(missing, '/en/profile/training')
  await expect
    .element(screen.getByRole('link', { name: 'Open “Laser safety”' }))
    .toHaveAttribute('href', '/en/profile/training')
  await expect.element(screen.getByRole('button', { name: 'Get a pass' })).not.toBeInTheDocument()
  await screen.unmount()
  const business = await renderCard(missing)
  await expect.element(business.screen.getByRole('heading', { name: 'Passes' })).toBeVisible()
  await expect.element(business.screen.getByRole('link')).not.toBeInTheDocument()
})
