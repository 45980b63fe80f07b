import {
  app_error_text,
  app_error_title,
  app_offline_text,
  app_offline_title,
  app_retry,
} from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { useOnline } from '../../lib/browser/online.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { Button } from '../button/button.tsx'
import styles from './page-error.module.css'

/**
 * Instead of a page that did not load. Without a network it tries again when the browser is back online. Otherwise a chunk of an
 * older version is usually gone after a deployment, and loading the whole page again helps.
 */
export function PageError() {
  const router = useRouter()
  const online = useOnline()
  const [wasOffline] = useState(!online)
  const [pending, setPending] = useState(false)
  const retry = () => {
    setPending(true)
    void router.invalidate().finally(() => setPending(false))
  }
  useEffect(() => {
    if (wasOffline && online) void router.invalidate()
  }, [wasOffline, online, router])
  return (
    <div className={styles.error} role="alert">
      <Drawing />
      <h1>{wasOffline ? app_offline_title() : app_error_title()}</h1>
      <p>{wasOffline ? app_offline_text() : app_error_text()}</p>
      <Button pending={pending} onClick={wasOffline ? retry : () => location.reload()}>
        {app_retry()}
      </Button>
    </div>
  )
}

/** Drawing: the beam is interrupted, and the rest of the line is not cut yet. */
const Drawing = () => (
  <svg viewBox="0 0 160 80" className={styles.drawing} aria-hidden="true" focusable="false">
    <path d="M8 26h56M96 26h56v46H8V26" />
    <path d="M73 4h14v9l-7 8-7-8z" />
    <path d="M24 52h54" className={styles.cut} />
    <path d="M88 52h48" strokeDasharray="3 5" />
    <path d="M80 27v5M80 39v5" className={styles.beam} />
  </svg>
)
