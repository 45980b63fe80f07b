/** "Run all" of the self-test: every call that stays on the page, one after the other. */
import { NATIVE_METHODS } from '@kerf/contract/host/native-calls'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import * as host from '../../lib/bridge/host.ts'
import { CallList } from './call-list.tsx'

vi.mock('../../lib/bridge/host.ts', { spy: true })

test('tries each call that stays on the page once, also one that was under way, and then lists the failures of a group first', async () => {
  const answered = Promise.withResolvers<void>()
  vi.mocked(host.callHost).mockImplementation(async method => {
    if (method === 'device.info') await answered.promise
    return method === 'storage.get'
      ? { ok: false, reason: 'failed', text: 'The disk is full.' }
      : ({ ok: true, value: {} } as never)
  })
  const screen = await render(<CallList isInApp hasCable={false} />)
  /** how many rows are under way, have succeeded and have failed, by their signs */
  const states = () =>
    ['pending', 'ok', 'failed'].map(
      state => screen.container.querySelectorAll(`li > [data-state=${state}]`).length,
    )
  await screen.getByRole('button', { name: 'Try About this device' }).click()
  await expect.poll(() => states()).toEqual([1, 0, 0])
  await screen.getByRole('button', { name: 'Run all' }).click()
  answered.resolve()
  await expect
    .element(screen.getByRole('button', { name: 'Run all' }))
    .not.toHaveAttribute('aria-busy', 'true')
  const tried = vi.mocked(host.callHost).mock.calls.map(([method]) => method)
  expect(tried.toSorted()).toEqual(
    NATIVE_METHODS.filter(method => method !== 'login.open' && method !== 'view.close').toSorted(),
  )
  const files = screen.getByRole('listitem').filter({ hasText: /data|file|picture/i })
  await expect.element(files.first()).toMatchTextContent('Read data')
  expect(states()).toEqual([0, tried.length - 1, 1])
})

test('shows what an answer says as names and values', async () => {
  const answer = { ok: true, value: { version: '2.1.0', connected: true } } as never
  vi.mocked(host.callHost).mockImplementation(async () => answer)
  const screen = await render(<CallList isInApp hasCable={false} />)
  await screen.getByRole('button', { name: 'Try App version' }).click()
  await expect.element(screen.getByText('Works: Connected')).toBeVisible()
  await expect.element(screen.getByRole('term')).toMatchTextContent('Version')
  await expect.element(screen.getByRole('definition')).toMatchTextContent('2.1.0')
})

test('in a browser, only a machine on a cable can be tried', async () => {
  const screen = await render(<CallList isInApp={false} hasCable />)
  expect(screen.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(screen.getByRole('button', { name: 'Copy page address' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Run all' })).toBeVisible()
  await screen.rerender(<CallList isInApp={false} hasCable={false} />)
  await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Run all' })).not.toBeInTheDocument()
})
