import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  /** Notifies the listeners if the value is another one (`Object.is`). */
  set(value: T): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

/** A value shared by components and code outside React. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** `prerendered`: the value with which the page was rendered at build time, if it can be another one. */
export const useStore = <T>(store: Store<T>, prerendered = store.get()): T =>
  useSyncExternalStore(store.subscribe, store.get, () => prerendered)
