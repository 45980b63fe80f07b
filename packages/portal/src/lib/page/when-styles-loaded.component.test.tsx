import { expect, onTestFinished, test, vi } from 'vitest'
import { whenStylesLoaded } from './when-styles-loaded.ts'

test('waits for a style sheet that has failed before for five seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const sheet = document.head.appendChild(document.createElement('link'))
  sheet.media = 'print'
  onTestFinished(() => {
    sheet.remove()
    vi.useRealTimers()
  })
  let isOver = false
  const wait = whenStylesLoaded().then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  await wait
})
