import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to `element` when the focused element was removed. `wasRemoved` compares the previous value with the
 * current one; pass a stable function.
 */
export function useFocusFallback<T>(
  element: RefObject<HTMLElement | null>,
  value: T,
  wasRemoved: (previous: T, current: T) => boolean,
): void {
  const previous = useRef(value)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && wasRemoved(previous.current, value)) element.current?.focus({ preventScroll: true })
    previous.current = value
  }, [element, value, wasRemoved])
}

export const hasDecreased = (previous: number, current: number): boolean => current < previous
