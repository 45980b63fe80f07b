import type { ShownApproval } from '@kerf/contract/console/console-results'
import type { OperationNeeds } from '@kerf/contract/console/console-session'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '../api/queries.ts'
import { SessionContext } from '../session/session.tsx'
import { ApprovalList } from './approvals-screen.tsx'

const NEEDS: OperationNeeds = { reason: 'none', case: 'optional', second: false, reads: null }

const approval = (id: string, createdAt: number): ShownApproval => ({
  ...{ id, createdAt, expiresAt: createdAt + 86_400, operation: 'user ban', summary: `Ban ${id}.` },
  ...{ reason: 'stolen', requestedBy: 'mei', state: 'pending', hasDetails: true },
  ...{ decidedBy: null, decidedAt: null, note: null },
})

test('an answered request keeps its row, without its details; a new one comes last; the list has the focus', async () => {
  let waiting = [approval('third', 300), approval('second', 200), approval('first', 100)]
  const list = vi.fn()
  vi.spyOn(window, 'fetch').mockImplementation(async (path, init) => {
    if (String(path).endsWith('/approval.list')) {
      list()
      return Response.json({ result: waiting })
    }
    const { id } = JSON.parse(String(init?.body)).input as { id: string }
    const decided = waiting.find(one => one.id === id)
    if (String(path).endsWith('/approval.show'))
      return Response.json({ result: { ...decided, details: 'lee@example.com' } })
    waiting = [approval('fourth', 400), ...waiting.filter(one => one.id !== id)]
    return Response.json({ result: { ...decided, state: 'approved' } })
  })
  onTestFinished(() => queryClient.clear())
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <SessionContext
        value={{
          session: {
            ...{ name: 'ada', roles: ['owner'], endsAt: 0, idleSeconds: 900, passkeys: 2 },
            hasCompanyLogin: false,
            calls: {
              ...{ 'approval list': NEEDS, 'approval show': NEEDS },
              ...{ 'approval approve': NEEDS, 'approval reject': NEEDS },
            },
          },
          reload: () => undefined,
          leave: () => undefined,
        }}
      >
        <ApprovalList all={false} />
      </SessionContext>
    </QueryClientProvider>,
  )
  const row = (index: number) => screen.getByRole('row').nth(index)
  const other = row(3).getByRole('button', { name: 'Approve' })
  await expect.element(other).toBeVisible()
  const dialog = screen.getByRole('dialog')
  await row(2).getByRole('button', { name: 'Show the details' }).click()
  await dialog.getByRole('button', { name: 'Show the details' }).click()
  await expect.element(row(2).getByText('lee@example.com')).toBeInTheDocument()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  list.mockClear()
  await row(2).getByRole('button', { name: 'Approve' }).click()
  await expect.element(dialog).toMatchTextContent(/user ban Ban second\..*mei can then do it once\./)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect.element(row(2).getByRole('cell', { name: 'Approved', exact: true })).toBeVisible()
  await expect.poll(() => document.activeElement?.matches('[tabindex="-1"]:has(table)')).toBe(true)
  await expect.poll(() => list.mock.calls).toHaveLength(1)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(row(2)).toMatchTextContent(/Ban second\..*Approved/)
  await expect.element(row(2).getByRole('button')).not.toBeInTheDocument()
  await expect.element(row(2).getByText('lee@example.com')).not.toBeInTheDocument()
  await expect.element(row(1)).toMatchTextContent('Ban third.')
  await expect.element(row(3)).toMatchTextContent('Ban first.')
  await expect.element(row(4)).toMatchTextContent('Ban fourth.')
})
