import { createStore, useStore } from './store.ts'

// Starts as online everywhere, so that what was rendered at build time and the first render agree.
const online = createStore(true)

export function trackOnlineState(): void {
  const look = () => online.set(navigator.onLine)
  look()
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
}

export const useOnline = (): boolean => useStore(online)
