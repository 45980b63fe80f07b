import { Main } from '../ui/main/main.tsx'
import { PageError } from '../ui/page-error/page-error.tsx'
import styles from './error-page.module.css'

/** Shown when a page fails and no layout is there to hold the error. */
export function ErrorPage() {
  return (
    <Main className={styles.page}>
      <PageError />
    </Main>
  )
}
