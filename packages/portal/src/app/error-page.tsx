import { app_error_text, app_error_title, app_retry } from '@kerf/locales/messages'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/button/button.tsx'
import styles from './error-page.module.css'

/** Instead of a blank page. A chunk that is gone after a deployment is the usual cause, and a reload its cure. */
export function ErrorPage(_: ErrorComponentProps) {
  return (
    <main className={styles.page}>
      <h1>{app_error_title()}</h1>
      <p>{app_error_text()}</p>
      <Button onClick={() => location.reload()}>{app_retry()}</Button>
    </main>
  )
}
