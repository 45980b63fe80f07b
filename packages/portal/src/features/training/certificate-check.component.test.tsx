import type { OutputOf } from '@kerf/contract/endpoint'
import { checkCertificate } from '@kerf/contract/endpoints/certificate'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { CertificateCheck } from './certificate-check.tsx'

type Checked = OutputOf<typeof checkCertificate>

const both = (text: string) => ({ en: text, zh: `${text} (zh)` })
const NOTHING = {
  valid: false,
  course: null,
  initials: '',
  issued: null,
  issuer: '',
  title: null,
  minutes: 0,
  lessons: [],
}
const GENUINE: Checked = {
  valid: true,
  status: 'valid',
  course: 'laser',
  initials: 'A. L.',
  issued: 1_750_000_000,
  issuer: 'Kerf Line Instruments Ltd',
  title: both('Laser safety'),
  minutes: 6,
  lessons: [{ title: both('Fire'), about: both('About fire') }],
}

const NUMBER = 'KL-2345-ABCD-6789-EFGH'

async function renderCheck(answer: Checked, number = NUMBER) {
  const network = stubNetwork()
  // The path contains the number.
  const endpoint = {
    ...checkCertificate,
    path: checkCertificate.path.replace(':number', encodeURIComponent(number)),
  }
  network.answer(endpoint, () => answer)
  showTestPage()
  return render(
    <QueryProvider>
      <TestRouter>
        <CertificateCheck number={number} />
      </TestRouter>
    </QueryProvider>,
  )
}

test('shows a genuine certificate: verdict, course, initials, date, issuer, number, meaning', async () => {
  const screen = await renderCheck(GENUINE)
  await expect.element(screen.getByRole('status').getByText('Genuine and valid')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Laser safety' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Safety badge: Laser safety' })).toBeVisible()
  for (const text of ['A. L.', '2025-06-15', NUMBER, 'Fire', 'About fire'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  // The test page has another company.
  await expect.element(screen.getByText('Runs the safety training for Kerf Passport.')).toBeVisible()
  await expect.element(screen.getByText(/about 6 minutes/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('offers to check another number', async () => {
  const screen = await renderCheck(GENUINE)
  await expect.element(screen.getByText(/^Checked \d/)).toBeVisible()
  await screen.getByRole('button', { name: 'Check another number' }).click()
  const field = screen.getByRole('textbox', { name: 'Certificate number' })
  await expect.element(field).toHaveFocus()
  await expect.element(field).toBeValid()
})

test.each([
  ['unknown', 'There is no certificate', NUMBER],
  ['malformed', 'This is not a certificate number', 'KL-0000'],
] as const)('a number that is %s says so and can be corrected', async (status, wrong, number) => {
  const screen = await renderCheck({ ...NOTHING, status }, number)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(wrong)
  const field = screen.getByRole('textbox', { name: 'Certificate number' })
  await expect.element(field).toHaveAccessibleDescription(new RegExp(`^${wrong}`))
  await expect.element(field).toBeInvalid()
  await expect.element(field).toHaveValue(number)
  await expect.element(field).toHaveFocus()
  const { selectionStart, selectionEnd } = field.element() as HTMLInputElement
  expect([selectionStart, selectionEnd]).toEqual([0, number.length])
  await field.fill(' ')
  await screen.getByRole('button', { name: 'Verify' }).click()
  await expect.element(screen.getByText('Please enter Certificate number')).toBeVisible()
})

test('a revoked certificate is named, and its number is no wrong input', async () => {
  const screen = await renderCheck({ ...NOTHING, status: 'revoked' })
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The issuer has revoked')
  const field = screen.getByRole('textbox', { name: 'Certificate number' })
  await expect.element(field).toBeValid()
  await expect.element(field).toHaveValue(NUMBER)
  await field.fill(' ')
  await screen.getByRole('button', { name: 'Verify' }).click()
  await expect.element(screen.getByText('Please enter Certificate number')).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('fits a narrow page', async () => {
  await setViewportWidth(320)
  const screen = await renderCheck({ ...GENUINE, issuer: 'Werkzeugmaschinenbaugesellschaft'.repeat(3) })
  await expect.element(screen.getByText('Genuine and valid')).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
