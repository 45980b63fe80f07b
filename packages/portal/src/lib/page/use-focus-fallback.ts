import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to `element` when the focused element was removed from the card that `element` is in: the nearest `section`.
 * `wasRemoved` compares the previous value with the current one; pass a stable function. If `element` is gone too, the focus
 * moves to the region around the card.
 */
export function useFocusFallback<T>(
  element: RefObject<HTMLElement | null>,
  value: T,
  wasRemoved: (previous: T, current: T) => boolean,
): void {
  const previous = useRef(value)
  // Two cards can show the same change. Only the card that had the focus moves it.
  const hadFocus = useRef(false)
  const around = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const record = () => {
      // The header and the dialogs of a card are outside of `element`.
      const card = element.current?.closest('section') ?? element.current
      hadFocus.current = card?.contains(document.activeElement) ?? false
      around.current = card?.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null
    }
    record()
    document.addEventListener('focusin', record)
    return () => document.removeEventListener('focusin', record)
  }, [element])
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && hadFocus.current && wasRemoved(previous.current, value))
      (element.current ?? around.current)?.focus({ preventScroll: true })
    previous.current = value
  }, [element, value, wasRemoved])
}

export const hasDecreased = (previous: number, current: number): boolean => current < previous

/** The `ref` of a button that its own press removes: the region around it takes the focus. */
export const keepFocusInRegion = (button: HTMLElement | null) => () => {
  if (button === null || button !== document.activeElement) return
  const region = button.parentElement?.closest<HTMLElement>('[tabindex="-1"], form, section, dialog, main')
  if (!region) return
  region.tabIndex = -1
  region.focus({ preventScroll: true })
}
