import { useEffect } from 'react'
import { useLocation } from '../../lib/router/router-view.tsx'

/** A link leads to a single field: the fragment of the address is its name. */
export function useFieldOfAddress(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const name = CSS.escape(hash.slice(1))
    document.querySelector<HTMLElement>(`main input[name="${name}"], main textarea[name="${name}"]`)?.focus()
  }, [hash])
}
