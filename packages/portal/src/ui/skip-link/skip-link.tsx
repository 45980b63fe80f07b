import { app_skip } from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { focusMain, MAIN_ID } from '../../lib/page/focus-main.ts'
import { whenStylesLoaded } from '../../lib/page/when-styles-loaded.ts'
import styles from './skip-link.module.css'

/**
 * The first stop of the Tab key: leads past header and navigation (WCAG 2.2, 2.4.1). Not prerendered, because the styles of the
 * first paint do not hide it.
 */
export function SkipLink() {
  const [ready, setReady] = useState(false)
  useEffect(() => void whenStylesLoaded().then(() => setReady(true)), [])
  return (
    ready && (
      <a
        href={`#${MAIN_ID}`}
        className={styles.link}
        onClick={event => {
          // The fragment of the address may carry a link's secret, which stays.
          event.preventDefault()
          focusMain()
          document.getElementById(MAIN_ID)?.scrollIntoView()
        }}
      >
        {app_skip()}
      </a>
    )
  )
}
