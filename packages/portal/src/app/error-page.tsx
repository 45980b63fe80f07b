import { app_error_text, app_error_title, app_retry } from '@kerf/locales/messages'
import { Button } from '../ui/button/button.tsx'
import styles from './error-page.module.css'

/** Shown when a page fails. Usually a chunk of an older version is gone after a deployment, and a reload helps. */
export function ErrorPage() {
  return (
    <main className={styles.page}>
      <h1>{app_error_title()}</h1>
      <p>{app_error_text()}</p>
      <Button onClick={() => location.reload()}>{app_retry()}</Button>
    </main>
  )
}
