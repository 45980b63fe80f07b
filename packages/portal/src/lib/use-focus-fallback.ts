import { type RefObject, useEffect, useRef } from 'react'

/**
 * What vanishes may take the focus along: it then goes on to the element. `vanished` compares the value before with
 * the one now.
 */
export function useFocusFallback<T>(
  element: RefObject<HTMLElement | null>,
  value: T,
  vanished: (before: T, now: T) => boolean,
): void {
  const before = useRef(value)
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body
    if (lost && vanished(before.current, value)) element.current?.focus({ preventScroll: true })
    before.current = value
  }, [element, value, vanished])
}

export const hasDecreased = (before: number, now: number): boolean => now < before
