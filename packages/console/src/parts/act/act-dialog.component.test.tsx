import type { ConsoleCallName } from '@kerf/contract/console/console-calls'
import type { OperationNeeds } from '@kerf/contract/console/console-session'
import { ToastRegion } from '@kerf/portal/console-ui'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '../../api/queries.ts'
import { SessionContext } from '../../session/session.tsx'
import { ActButton } from './act-button.tsx'
import { ActField } from './act-dialog.tsx'
import { BenefitSelect } from './benefit-select.tsx'
import { UndoProvider } from './undo-provider.tsx'

const NEEDS: OperationNeeds = { reason: 'optional', case: 'optional', second: false, reads: null }

const within = (calls: readonly ConsoleCallName[], children: ReactNode) => (
  <QueryClientProvider client={queryClient}>
    <SessionContext
      value={{
        session: {
          ...{ name: 'mei', roles: ['support'], endsAt: 0, idleSeconds: 900, passkeys: 2 },
          hasCompanyLogin: false,
          calls: Object.fromEntries(calls.map(name => [name, NEEDS])),
        },
        reload: () => undefined,
        leave: () => undefined,
      }}
    >
      <UndoProvider>{children}</UndoProvider>
      <ToastRegion />
    </SessionContext>
  </QueryClientProvider>
)

/** Calls that the page has sent. */
function answerCalls(answer: object) {
  return vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer))
}
const sent = (calls: ReturnType<typeof answerCalls>) =>
  calls.mock.calls.map(([path, init]) => [path, JSON.parse(String(init?.body))] as const)

const who = 'u-1'
const banned = { result: { uid: who }, undo: { call: 'user unban', input: { who }, until: null } }

test('an act that can be taken back offers the other one, with reason and case filled in', async () => {
  const calls = answerCalls(banned)
  const screen = await render(
    within(['user ban', 'user unban'], <ActButton name="user ban" input={{ who }} />),
  )
  await screen.getByRole('button', { name: 'Ban' }).click()
  await screen.getByLabelText('Reason').fill('stolen')
  await screen.getByLabelText('Case number').fill('4711')
  await screen.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
  await screen.getByRole('button', { name: 'Undo' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Lift the ban' })
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('stolen')
  await expect.element(dialog.getByLabelText('Case number')).toHaveValue('4711')
  // Nothing is done before the operator confirms it.
  expect(sent(calls)).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Lift the ban' }).click()
  await expect
    .poll(() => sent(calls)[1])
    .toEqual(['/api/call/user.unban', { input: { who }, reason: 'stolen', caseNumber: '4711' }])
})

test('an act that nothing takes back offers nothing', async () => {
  answerCalls({ result: { uid: who } })
  const screen = await render(within(['user ban'], <ActButton name="user ban" input={{ who }} />))
  await screen.getByRole('button', { name: 'Ban' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
  await expect.element(screen.getByText('Done')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo' }).query()).toBeNull()
})

test('an invalid input is not sent, and its field says so', async () => {
  const calls = answerCalls({})
  const screen = await render(
    within(
      ['user note'],
      <ActButton name="user note" input={{ who, note: '' }}>
        <ActField name="note" label="Note" />
      </ActButton>,
    ),
  )
  await screen.getByRole('button', { name: 'Add a note' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Add a note' }).click()
  await expect.element(screen.getByLabelText('Note')).toBeInvalid()
  await expect.element(screen.getByLabelText('Note')).toHaveFocus()
  await expect.element(screen.getByText('Required')).toBeVisible()
  expect(calls).not.toHaveBeenCalled()
})

test('the fields below the benefits do not move when these arrive', async () => {
  const benefits = Promise.withResolvers<Response>()
  vi.spyOn(window, 'fetch').mockImplementation(() => benefits.promise)
  const screen = await render(
    within(
      ['benefit give'],
      <ActButton name="benefit give" input={{ who, benefit: '' }}>
        <BenefitSelect value="" onSelect={() => undefined} />
      </ActButton>,
    ),
  )
  await screen.getByRole('button', { name: 'Give a benefit' }).click()
  const select = screen.getByRole('combobox')
  await expect.element(select).toBeDisabled()
  const reason = screen.getByLabelText('Reason')
  // The dialog slides in. The transition of a button that loses the pointer is canceled.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const top = reason.element().getBoundingClientRect().top
  const benefit = { id: 'b_1', nameEn: 'Ten files', nameZh: '十个文件', retiredAt: null }
  benefits.resolve(Response.json({ result: [benefit] }))
  await expect.element(select).toBeEnabled()
  await expect.element(select).toMatchTextContent('Ten files')
  expect(reason.element().getBoundingClientRect().top).toBe(top)
})
