import { useLayoutEffect, useState } from 'react'
import { getTabItem, removeTabItem, setTabItem } from '../../lib/browser/tab-storage.ts'
import { useLocation, useRouter } from '../../lib/router/router-view.tsx'

const KEY = 'machineOffer'

/** The secret of an invitation or a transfer. It is in the fragment of the address, so that it never reaches a server log. */
export function readOfferCode(hash: string): string | undefined {
  const code = hash.replace(/^#/, '')
  return /^[\w-]{16,64}$/.test(code) ? code : undefined
}

/**
 * Moves the secret from the address bar to the storage of the tab at once, so that it survives a login or a sign-up and never
 * becomes part of a return address.
 */
export function useOfferCode(): string | undefined {
  const { history } = useRouter()
  const { hash } = useLocation()
  const [code, setCode] = useState(() => readOfferCode(history.location.hash) ?? getTabItem(KEY))
  useLayoutEffect(() => {
    if (!hash) return
    const next = readOfferCode(hash)
    setCode(next)
    if (next === undefined) forgetOfferCode()
    else setTabItem(KEY, next)
    history.replace(history.location.pathname + history.location.search)
  }, [hash, history])
  return code
}

/** After the offer was accepted or turned out to be gone. */
export const forgetOfferCode = (): void => removeTabItem(KEY)
