import { createStore, useStore } from '../store.ts'

// Starts as online everywhere, so that the prerendered page and the first render agree.
const online = createStore(true)

export function trackOnlineState(): void {
  const update = () => online.set(navigator.onLine)
  update()
  window.addEventListener('online', update)
  window.addEventListener('offline', update)
}

export const useOnline = (): boolean => useStore(online)
