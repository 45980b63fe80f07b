import { ApiError } from '@kerf/contract/client/client'
import { issueMachinePass, limitMachinePasses } from '@kerf/contract/machines/passes'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { PassCard } from './pass-card.tsx'
import { testMachine } from './test-machines.ts'

async function renderCard(changes: Parameters<typeof testMachine>[0] = {}) {
  showTestPage()
  const network = stubNetwork()
  const screen = await render(
    <QueryProvider>
      <PassCard machine={testMachine(changes)} />
    </QueryProvider>,
  )
  return { network, screen, dialog: screen.getByRole('dialog') }
}

test('shows the code of a pass with its end; a refusal keeps the name', async () => {
  const { network, screen, dialog } = await renderCard()
  let tries = 0
  const sent = network.answer(issueMachinePass, () => {
    if (tries++ === 0) throw new ApiError('machine_pass_unavailable')
    return { pass: 'PASS', qrCode: 'M0 0h100v100h-100z', expireTime: 1_829_000_000 }
  })
  await screen.getByRole('button', { name: 'Get a pass' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name on the pass (optional)' })
  const submit = dialog.getByRole('button', { name: 'Get a pass' })
  // Nine Chinese characters are 27 bytes.
  await name.fill('一二三四五六七八九')
  await submit.click()
  await expect.element(dialog.getByText('This name is too long for a pass.')).toBeVisible()
  await name.fill('Ada')
  await submit.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(name).toHaveValue('Ada')
  await submit.click()
  await expect.element(dialog.getByRole('img', { name: 'QR code of the pass' })).toBeVisible()
  await expect.element(dialog.getByText(/It is valid until 2027-12-\d\d/)).toBeVisible()
  expect(sent).toEqual([{ name: 'Ada' }, { name: 'Ada' }])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the owner limits how long passes last', async () => {
  const { network, screen, dialog } = await renderCard()
  const sent = network.answer(limitMachinePasses, () => ({}))
  await screen.getByRole('button', { name: 'Limit passes' }).click()
  const days = dialog.getByRole('textbox')
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

test('an operator gets a pass and limits nothing', async () => {
  const { screen } = await renderCard({ role: 'operator' })
  await expect.element(screen.getByRole('button', { name: 'Get a pass' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Limit passes' })).not.toBeInTheDocument()
})
