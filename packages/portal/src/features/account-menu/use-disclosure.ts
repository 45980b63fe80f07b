import { type RefObject, useEffect, useState } from 'react'

/** Disclosure panel: its button toggles it; Escape, a press outside, or moving the focus outside closes it. */
export function useDisclosure(root: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const element = root.current
    if (!open || !element) return
    const stop = new AbortController()
    const { signal } = stop
    const close = () => setOpen(false)
    const isOutside = (target: EventTarget | null) => target instanceof Node && !element.contains(target)
    document.addEventListener('pointerdown', event => isOutside(event.target) && close(), { signal })
    element.addEventListener('focusout', event => isOutside(event.relatedTarget) && close(), { signal })
    element.addEventListener(
      'keydown',
      event => {
        if (event.key !== 'Escape') return
        close()
        element.querySelector<HTMLElement>('[aria-expanded]')?.focus()
      },
      { signal },
    )
    return () => stop.abort()
  }, [open, root])
  return { open, toggle: () => setOpen(now => !now) }
}
