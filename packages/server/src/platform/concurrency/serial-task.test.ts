import { expect, test } from 'vitest'
import { createSerialTask } from './serial-task.ts'

/** A task whose runs end when the test ends them. */
function createHeldTask() {
  const runs: PromiseWithResolvers<void>[] = []
  const errors: string[] = []
  const task = createSerialTask(
    () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
    error => void errors.push(error.message),
  )
  return { runs, errors, task }
}

test('starts during a run lead to one more run, after it', async () => {
  const { runs, task } = createHeldTask()
  task.start()
  task.start()
  task.start()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await task.stop()
  expect(runs).toHaveLength(2)
})

test('runs again after a run that failed', async () => {
  const { runs, errors, task } = createHeldTask()
  task.start()
  task.start()
  runs[0]?.reject(new Error('lost'))
  await expect.poll(() => runs.length).toBe(2)
  expect(errors).toEqual(['lost'])
})

test('stop waits for the run, and no other one starts', async () => {
  const { runs, task } = createHeldTask()
  task.start()
  task.start()
  const stopped = task.stop()
  runs[0]?.resolve()
  await stopped
  task.start()
  expect(runs).toHaveLength(1)
})
