import { createStore } from './store.ts'

const activeCount = createStore(0)

/** Whether something is under way that the whole page waits for. */
export const pageLoading = activeCount

export async function withPageLoading<T>(work: Promise<T>): Promise<T> {
  activeCount.set(activeCount.get() + 1)
  try {
    return await work
  } finally {
    activeCount.set(activeCount.get() - 1)
  }
}
