import * as m from '@kerf/locales/messages'
import styles from './LoadingOverlay.module.css'
import { Spinner } from './Spinner.tsx'

/** Covers the page while it is rendered, but is seen only from 300 ms on: what is quick stays calm. */
export function LoadingOverlay({ label = m.ui_loading() }: { label?: string }) {
  return (
    <div className={styles.overlay} role="status">
      <Spinner />
      <span>{label}</span>
    </div>
  )
}
