import { createStore } from './store.ts'

const running = createStore(0)

/** Whether something is under way that the whole page waits for. */
export const busy = running

export async function whileBusy<T>(work: Promise<T>): Promise<T> {
  running.set(running.get() + 1)
  try {
    return await work
  } finally {
    running.set(running.get() - 1)
  }
}
