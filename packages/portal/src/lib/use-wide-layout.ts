import { useSyncExternalStore } from 'react'

/** Wide enough for a table beside the account centre's menu. */
const WIDE = '(min-width: 60rem)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useWideLayout = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
