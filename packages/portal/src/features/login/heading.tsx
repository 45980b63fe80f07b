import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import styles from './form.module.css'

/** The page's heading. Its name is also the document title. */
export function Heading({
  title,
  name = title,
  minor,
  below,
  picture,
  children,
}: {
  title: string
  name?: string
  /** low windows leave the sentence out */
  minor?: boolean
  /** in place of the sentence */
  below?: ReactNode
  /** beside the title and the sentence, where there is room */
  picture?: ReactNode
  children?: ReactNode
}) {
  useDocumentTitle(name)
  return (
    <div className={styles.head}>
      {picture && <div className={styles.mark}>{picture}</div>}
      <h1>{title}</h1>
      {children && <p className={minor ? styles.minor : undefined}>{children}</p>}
      {below}
    </div>
  )
}
