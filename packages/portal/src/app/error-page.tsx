import { PageError } from '../ui/page-error/page-error.tsx'
import styles from './error-page.module.css'

/** Shown when a page fails and no layout is there to hold the error. */
export function ErrorPage() {
  return (
    <main className={styles.page}>
      <PageError />
    </main>
  )
}
