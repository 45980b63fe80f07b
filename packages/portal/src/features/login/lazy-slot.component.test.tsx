import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { LazySlot } from './lazy-slot.tsx'

test('reports code that does not load, keeps what stands in its place, and loads again for another reason', async () => {
  const onFailed = vi.fn()
  const lost = () => Promise.reject(new TypeError('offline'))
  const slot = (load: () => Promise<() => string>) => (
    <LazySlot load={load} props={{}} onFailed={onFailed}>
      Before
    </LazySlot>
  )
  const screen = await render(slot(lost))
  await expect.poll(() => onFailed.mock.calls).toEqual([[new TypeError('offline')]])
  await expect.element(screen.getByText('Before')).toBeVisible()
  await screen.rerender(slot(async () => () => 'After'))
  await expect.element(screen.getByText('After')).toBeVisible()
})
