import { type ReactNode, useEffect, useRef } from 'react'
import styles from './step-frame.module.css'

/**
 * Frame of a step. It moves the focus to the element marked `data-autofocus`, else to the step, because the step replaces the element
 * that had the focus.
 */
export function StepFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const start = frame.current?.querySelector<HTMLElement>('[data-autofocus]') ?? frame.current
    start?.focus()
  }, [])
  return (
    <div ref={frame} tabIndex={-1} className={styles.frame}>
      {children}
    </div>
  )
}
