import {
  app_error_text,
  app_error_title,
  app_offline_text,
  app_offline_title,
  app_retry,
} from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { useOnline } from '../../lib/online.ts'
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
      <h1>{wasOffline ? app_offline_title() : app_error_title()}</h1>
      <p>{wasOffline ? app_offline_text() : app_error_text()}</p>
      <Button pending={pending} onClick={wasOffline ? retry : () => location.reload()}>
        {app_retry()}
      </Button>
    </div>
  )
}
