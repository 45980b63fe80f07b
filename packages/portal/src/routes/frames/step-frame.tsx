import { type ReactNode, useEffect, useRef } from 'react'
import styles from './step-frame.module.css'

/** Frame of a step. It moves the focus to the step, because the step replaces the element that had the focus. */
export function StepFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} tabIndex={-1} className={styles.frame}>
      {children}
    </div>
  )
}
