import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** An open panel that leaves the page for no longer than this was replaced, as that of a skeleton by its page. */
const REPLACEMENT_MAX_MS = 1_000

interface Replaced {
  readonly at: number
  readonly hadFocus: boolean
}
let replaced: Replaced | undefined

const findButton = (element: HTMLElement) => element.querySelector<HTMLElement>('[aria-expanded]')

/**
 * Disclosure panel: its button toggles it; Escape, a press outside, or moving the focus outside closes it. A panel that is
 * open when its component is replaced is open in the new one, too.
 */
export function useDisclosure(root: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false)
  // Layout effects: the old component ends and the new one begins in one commit.
  useLayoutEffect(() => {
    const last = replaced
    replaced = undefined
    if (!last || performance.now() - last.at > REPLACEMENT_MAX_MS) return
    setOpen(true)
    if (last.hadFocus && root.current) findButton(root.current)?.focus({ preventScroll: true })
  }, [root])
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
        findButton(element)?.focus()
      },
      { signal },
    )
    return () => stop.abort()
  }, [open, root])
  const isOpen = useRef(open)
  useLayoutEffect(() => {
    isOpen.current = open
  }, [open])
  useLayoutEffect(() => {
    const element = root.current
    return () => {
      if (!isOpen.current || !element) return
      replaced = { at: performance.now(), hadFocus: element.contains(document.activeElement) }
    }
  }, [root])
  return { open, toggle: () => setOpen(now => !now), close: () => setOpen(false) }
}
