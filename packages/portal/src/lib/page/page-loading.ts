import { createStore } from '../store.ts'

/** Number of running tasks that the whole page waits for. The loading overlay shows while it is positive. */
export const pageLoading = createStore(0)

export async function withPageLoading<T>(task: Promise<T>): Promise<T> {
  pageLoading.set(pageLoading.get() + 1)
  try {
    return await task
  } finally {
    pageLoading.set(pageLoading.get() - 1)
  }
}
