import { ApiError } from '@kerf/contract/client/client'
import { issueMachinePass } from '@kerf/contract/machines/passes'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../../lib/query/query-provider.tsx'
import { formatDate } from '../../../lib/text/format-time.ts'
import { stubNetwork } from '../../../test/stub-network.ts'
import { showTestPage } from '../../../test/test-page.ts'
import { horizontalOverflow, setViewportWidth } from '../../../test/viewport.ts'
import { testMachine } from '../test-machines.ts'
import { PassList } from './pass-list.tsx'
import { PrintPasses } from './pass-sheet.tsx'

const LASER = testMachine()
const SECOND = testMachine({ id: 'm_2', name: 'Small laser', sn: 'KERFDEMOLASER0000000002' })
const UNTRAINED = testMachine({
  id: 'm_3',
  name: 'Printer',
  line: 'printer',
  course: 'printer',
  trained: false,
})

async function renderPage(chosen?: string, machines = [LASER, SECOND, UNTRAINED]) {
  showTestPage()
  const network = stubNetwork()
  const onIssued = vi.fn()
  const screen = await render(
    <QueryProvider>
      <PassList machines={machines} chosen={chosen} coursesHref="/en/profile/training" onIssued={onIssued} />
    </QueryProvider>,
  )
  return { network, screen, onIssued }
}
const PASS = { pass: 'JWG.FK0W0 6B65', qrCode: 'M0 0h100v100h-100z', expireTime: 1_829_000_000 }

test('shows a code with its end for each chosen machine, and what is missing at the other machines', async () => {
  const { network, screen, onIssued } = await renderPage()
  const sent = network.answer(issueMachinePass, () => PASS)
  await expect.element(screen.getByText('Safety course needed')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open “3D printer safety”' }))
    .toHaveAttribute('href', '/en/profile/training')
  await expect.element(screen.getByRole('checkbox', { name: /Printer/ })).toBeDisabled()
  await screen.getByText('Change validity or name').click()
  await screen.getByRole('textbox', { name: 'Days' }).fill('2')
  // Nine Chinese characters are 27 bytes.
  const name = screen.getByRole('textbox', { name: 'Name on the pass' })
  await name.fill('一二三四五六七八九')
  const submit = screen.getByRole('button', { name: 'Get passes (2)' })
  await submit.click()
  await expect.element(screen.getByText('This name is too long for a pass.')).toBeVisible()
  await name.fill('Ada')
  await submit.click()
  await expect.element(screen.getByRole('region', { name: 'Your passes' })).toHaveFocus()
  expect(onIssued).toHaveBeenCalledOnce()
  await expect.element(screen.getByRole('img', { name: 'QR code of the pass for Big laser' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'QR code of the pass for Small laser' })).toBeVisible()
  const end = screen.getByText('Valid until').first()
  await expect.element(end).toBeVisible()
  expect(end.element().nextElementSibling?.textContent).toMatch(/^2027-12-\d\d \d\d:\d\d \(UTC.*\) · .+$/)
  expect(sent).toEqual([
    { days: 2, name: 'Ada' },
    { days: 2, name: 'Ada' },
  ])
  // The form is folded below the passes, with what was typed.
  await expect.element(submit).not.toBeInTheDocument()
  await screen.getByRole('heading', { name: 'Get more passes' }).click()
  await expect.element(name).toHaveValue('Ada')
  // Machines with a pass are not chosen again.
  await expect.element(screen.getByText(/^Pass until 2027-12-\d\d$/).first()).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: /Big laser/ })).not.toBeChecked()
  await expect.element(screen.getByRole('button', { name: 'Get passes', exact: true })).toBeDisabled()
  await expect.element(screen.getByText('Choose at least one machine.')).toBeVisible()
})

const inDays = (days: number) => Math.floor(Date.now() / 1_000) + days * 86_400

test('says before a pass is made until when it lasts: the maximum, the role, the certificate or what is typed', async () => {
  const machines = [
    testMachine({ passDays: 14 }),
    testMachine({ id: 'm_2', name: 'Role', passDays: 14, until: inDays(5) }),
    testMachine({ id: 'm_3', name: 'Certificate', passDays: 14, until: inDays(9), trainedUntil: inDays(4) }),
    testMachine({ id: 'm_4', name: 'Untrained', course: 'laser', trained: false }),
    testMachine({ id: 'm_5', name: 'Former server', passDays: undefined }),
  ]
  const { screen } = await renderPage(undefined, machines)
  const ends = () =>
    screen
      .getByRole('checkbox')
      .elements()
      .map(box => /new pass until (.+)$/.exec(box.closest('div')?.textContent ?? '')?.[1])
  const dates = (...days: number[]) => days.map(day => formatDate(inDays(day)))
  await expect.poll(ends).toEqual([...dates(14, 5, 4), undefined, undefined])
  await screen.getByText('Change validity or name').click()
  const days = screen.getByRole('textbox', { name: 'Days' })
  await days.fill('5')
  await expect.poll(ends).toEqual([...dates(5, 5, 4), undefined, undefined])
  await days.fill('31')
  await expect.poll(ends).toEqual([...dates(14, 5, 4), undefined, undefined])
})

test('a lost machine is not chosen at first; the end of the role is shown before a pass is made', async () => {
  const soon = inDays(5)
  const lost = testMachine({ id: 'm_2', name: 'Small laser', lost: true, until: soon })
  const { screen } = await renderPage(undefined, [LASER, lost])
  const box = screen.getByRole('checkbox', { name: /Small laser/ })
  await expect.element(box).not.toBeChecked()
  await expect.element(screen.getByText('Reported lost')).toBeVisible()
  await expect
    .element(screen.getByRole('paragraph').filter({ hasText: 'A pass still starts it.' }))
    .toBeVisible()
  expect(box.element().closest('div')?.textContent).toContain(`new pass until ${formatDate(soon)}`)
  await box.click()
  await expect.element(screen.getByRole('button', { name: 'Get passes (2)' })).toBeVisible()
  await screen.unmount()
  const own = await renderPage(lost.id, [LASER, lost])
  await expect.element(own.screen.getByRole('checkbox', { name: /Small laser/ })).toBeChecked()
})

test('selects the machine of the page; a refusal for one machine keeps the passes of the others', async () => {
  const { network, screen } = await renderPage(LASER.id)
  await expect.element(screen.getByRole('button', { name: 'Get passes (1)' })).toBeVisible()
  await screen.getByRole('checkbox', { name: /Small laser/ }).click()
  network.answer(issueMachinePass, (_, path) => {
    if (path.includes('m_2')) throw new ApiError('machine_pass_unavailable')
    return PASS
  })
  await screen.getByRole('button', { name: 'Get passes (2)' }).click()
  // Above the passes: the list is far below them, and folded.
  const refusal = screen.getByText(
    'No pass for Small laser: it has no key for passes. Ask customer service for one',
  )
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/No pass for Small laser/)
  await expect.element(refusal).toBeVisible()
  await screen.getByRole('heading', { name: 'Get more passes' }).click()
  await expect.element(screen.getByText('No key for passes', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: /Small laser/ })).toBeDisabled()
  await expect.element(screen.getByRole('img', { name: 'QR code of the pass for Big laser' })).toBeVisible()
  await expect
    .element(screen.getByRole('img', { name: 'QR code of the pass for Small laser' }))
    .not.toBeInTheDocument()
  network.answer(issueMachinePass, () => {
    throw new ApiError('system')
  })
  await screen.getByRole('checkbox', { name: /Big laser/ }).click()
  await screen.getByRole('button', { name: 'Get passes (1)' }).click()
  await expect.element(screen.getByText(/^System error/)).toBeVisible()
  await expect.element(screen.getByText(/^No new pass for Big laser\. System error/)).toBeVisible()
  // The list repeats the refusals, without announcing them again.
  expect(screen.getByRole('alert').elements()).toHaveLength(1)
  await expect.element(refusal).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'QR code of the pass for Big laser' })).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: /Small laser/ })).toBeDisabled()
})

test('a pass is saved as a file, copied and printed', async () => {
  const { network, screen } = await renderPage(LASER.id)
  network.answer(issueMachinePass, () => PASS)
  await screen.getByRole('button', { name: 'Get passes (1)' }).click()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const printed = vi.spyOn(window, 'print').mockReturnValue()
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    blobs.push(blob as Blob)
    return 'data:text/plain,'
  })
  const copy = screen.getByRole('button', { name: 'Copy pass for Big laser' })
  await expect.element(copy.getByText('Copy pass', { exact: true })).toBeVisible()
  await copy.click()
  expect(copied).toHaveBeenCalledWith(PASS.pass)
  await screen.getByRole('button', { name: 'Save file: pass for Big laser' }).click()
  expect(await blobs[0]?.text()).toBe(PASS.pass)
  const page = await render(<PrintPasses />)
  await page.getByRole('button', { name: 'Print' }).click()
  expect(printed).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})

test('fits a narrow page', async () => {
  await setViewportWidth(320)
  const { network, screen } = await renderPage()
  network.answer(issueMachinePass, () => PASS)
  await screen.getByRole('button', { name: 'Get passes (2)' }).click()
  await expect.element(screen.getByRole('img').first()).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
