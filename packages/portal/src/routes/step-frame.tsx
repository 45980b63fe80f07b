import { type ReactNode, useEffect, useRef } from 'react'
import styles from './step-frame.module.css'

/** A step takes the place of what had the focus, so it takes the focus too. */
export function StepFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} tabIndex={-1} className={styles.frame}>
      {children}
    </div>
  )
}
