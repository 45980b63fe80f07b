import * as m from '@kerf/locales/messages'
import { Spinner } from '../spinner/spinner.tsx'
import styles from './loading-overlay.module.css'

/** Covers the page while rendered; visible after 300 ms, so that short waits do not flicker. */
export function LoadingOverlay({ label = m.ui_loading() }: { label?: string }) {
  return (
    <div className={styles.overlay} role="status">
      <Spinner />
      <span>{label}</span>
    </div>
  )
}
