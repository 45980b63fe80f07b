import { useEffect } from 'react'
import { useLocation } from '../../lib/router/router-view.tsx'

/** A link leads to a single field or button: the fragment of the address is its name. The field may be loaded later. */
export function useFieldOfAddress(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const fragment = hash.slice(1)
    const name = CSS.escape(fragment)
    const main = document.querySelector('main')
    if (name === '' || !main) return
    const focusField = (): boolean => {
      const field = main.querySelector<HTMLElement>(
        // The named input of a combobox is hidden beside it.
        `:is(input:not([type="hidden"]), textarea, button)[name="${name}"], :has(> input[type="hidden"][name="${name}"]) [role="combobox"]`,
      )
      field?.focus()
      return field !== null
    }
    // Most fragments name a section: there is no field to wait for.
    if (focusField() || document.getElementById(fragment)) return
    const observer = new MutationObserver(() => focusField() && observer.disconnect())
    observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [hash])
}
