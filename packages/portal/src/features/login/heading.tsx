import type { ComponentType, ReactNode } from 'react'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import styles from './form.module.css'

/** The page's heading. Its name is also the document title. */
export function Heading({
  title,
  name = title,
  minor,
  below,
  Icon,
  children,
}: {
  title: string
  name?: string
  /** low windows leave the sentence out */
  minor?: boolean
  /** in place of the sentence */
  below?: ReactNode
  /** a drawing after the title */
  Icon?: ComponentType | undefined
  children?: ReactNode
}) {
  useDocumentTitle(name)
  return (
    <div className={styles.head}>
      <h1>
        {title}
        {Icon && (
          <span className={styles.mark}>
            <Icon />
          </span>
        )}
      </h1>
      {children && <p className={minor ? styles.minor : undefined}>{children}</p>}
      {below}
    </div>
  )
}
