import * as m from '@kerf/locales/messages'
import { Spinner } from '../spinner/spinner.tsx'
import styles from './loading-overlay.module.css'

/** Covers the page while it is rendered, but is seen only from 300 ms on: what is quick stays calm. */
export function LoadingOverlay({ label = m.ui_loading() }: { label?: string }) {
  return (
    <div className={styles.overlay} role="status">
      <Spinner />
      <span>{label}</span>
    </div>
  )
}
