import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useAllAnswered } from './use-all-answered.ts'

type Answers = readonly { isPending: boolean; fetchStatus: string }[]
const ANSWERED = { isPending: false, fetchStatus: 'idle' }
const LOADING = { isPending: true, fetchStatus: 'fetching' }
const NOT_ENABLED = { isPending: true, fetchStatus: 'idle' }

const Probe = ({ answers }: { answers: Answers }) => (useAllAnswered(...answers) ? 'ready' : 'waiting')

const renderProbe = (...answers: Answers) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return render(<Probe answers={answers} />)
}

test('is ready once all are answered, and stays so while one is asked again', async () => {
  const { container, rerender } = await renderProbe(ANSWERED, LOADING)
  expect(container.textContent).toBe('waiting')
  await rerender(<Probe answers={[ANSWERED, ANSWERED]} />)
  expect(container.textContent).toBe('ready')
  await rerender(<Probe answers={[LOADING, ANSWERED]} />)
  expect(container.textContent).toBe('ready')
})

test('waits for five seconds at most', async () => {
  const { container } = await renderProbe(ANSWERED, LOADING)
  vi.advanceTimersByTime(4_900)
  expect(container.textContent).toBe('waiting')
  vi.advanceTimersByTime(100)
  await expect.poll(() => container.textContent).toBe('ready')
})

test('the time of a query begins when it is enabled', async () => {
  const { container, rerender } = await renderProbe(NOT_ENABLED)
  vi.advanceTimersByTime(60_000)
  await rerender(<Probe answers={[LOADING]} />)
  vi.advanceTimersByTime(4_900)
  await rerender(<Probe answers={[LOADING]} />)
  expect(container.textContent).toBe('waiting')
  vi.advanceTimersByTime(100)
  await expect.poll(() => container.textContent).toBe('ready')
})
