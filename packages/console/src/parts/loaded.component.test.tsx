import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ConsoleCallError } from '../api/call-console.ts'
import { DataTable } from './data-table.tsx'

interface Row {
  readonly id: string
}

let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
const within = (children: ReactNode) => <QueryClientProvider client={client}>{children}</QueryClientProvider>

/** A cell that is open or closed, as one with a dialog. */
function Cell({ id }: Row) {
  const [isOpen, setOpen] = useState(false)
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
      {id}
    </button>
  )
}

const List = ({ ask }: { ask: () => Promise<readonly Row[]> }) => (
  <DataTable
    label="List"
    query={useQuery({ queryKey: ['list'], queryFn: ask })}
    columns={[{ id: 'id', title: 'Id', cell: row => <Cell id={row.id} /> }]}
    rowId={row => row.id}
  />
)

const unavailable = new ConsoleCallError({ error: 'unavailable' })

test('a list that failed to load says why, and another try shows it and keeps the focus', async () => {
  const ask = vi.fn<() => Promise<readonly Row[]>>().mockRejectedValueOnce(unavailable)
  const screen = await render(within(<List ask={ask} />))
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(screen.getByText(/^The server isn’t answering/)).toBeVisible()
  ask.mockResolvedValue([{ id: 'first' }])
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('first')).toBeVisible()
  expect(screen.getByRole('alert').query()).toBeNull()
  expect(document.activeElement).not.toBe(document.body)
})

test('a list stays while it is asked for again and when that fails, with what is open in it', async () => {
  const ask = vi.fn<() => Promise<readonly Row[]>>().mockResolvedValueOnce([{ id: 'first' }])
  const screen = await render(within(<List ask={ask} />))
  const cell = screen.getByRole('button', { name: 'first' })
  await cell.click()
  ask.mockRejectedValueOnce(unavailable)
  await client.refetchQueries()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(cell).toHaveAttribute('aria-expanded', 'true')
  ask.mockResolvedValue([{ id: 'first' }, { id: 'second' }])
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('second')).toBeVisible()
  await expect.element(cell).toHaveAttribute('aria-expanded', 'true')
})
