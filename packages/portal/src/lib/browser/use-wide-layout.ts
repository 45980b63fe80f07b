import { useSyncExternalStore } from 'react'

/** Wide enough for a table beside the menu of the account center. */
const WIDE_QUERY = '(min-width: 60rem)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(WIDE_QUERY)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useWideLayout = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(WIDE_QUERY).matches)
