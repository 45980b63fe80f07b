import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

/** A placeholder while content loads, in the shape and width of the content. */
export function Skeleton({
  shape = 'line',
  width = 'full',
  children,
}: {
  shape?: 'line' | 'title' | 'control' | 'circle' | 'block'
  width?: 'full' | 'half' | 'third'
  /** words of the same length as those that come: the placeholder breaks into lines as they do */
  children?: ReactNode
}) {
  return (
    <span
      className={styles.skeleton}
      data-loading=""
      data-shape={children ? 'words' : shape}
      data-width={width}
      aria-hidden="true"
    >
      {children}
    </span>
  )
}
