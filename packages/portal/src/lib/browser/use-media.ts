import { useSyncExternalStore } from 'react'

/** Wide enough for two columns beside the menu of the account center. */
const WIDE_QUERY = '(min-width: 60rem)'

const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    listener => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )

export const useWideLayout = (): boolean => useMedia(WIDE_QUERY)

/** A finger: most likely a phone or a tablet. */
export const useCoarsePointer = (): boolean => useMedia('(pointer: coarse)')
