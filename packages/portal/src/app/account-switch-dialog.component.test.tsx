import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { confirmAccountSwitch } from './account-switch.ts'
import { AccountSwitchDialog } from './account-switch-dialog.tsx'

const named = (name: string) => ({ name, picture: '' })

test.each([
  ['Continue as office@example.com', true],
  ['Stay as maker@example.com', false],
])('"%s" answers %s, and the focus is on the answer that changes nothing', async (name, answer) => {
  const answered = confirmAccountSwitch(named('maker@example.com'), named('office@example.com'))
  const screen = await render(<AccountSwitchDialog />)
  await expect.element(screen.getByRole('button', { name: 'Stay as maker@example.com' })).toHaveFocus()
  await screen.getByRole('button', { name }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(await answered).toBe(answer)
})
