import { app_other_language } from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { rememberLanguage, speak, useLanguage } from '../lib/language.ts'
import { page } from '../lib/page.ts'
import { isPlainClick } from '../lib/plain-click.ts'
import { useTitle } from '../lib/title.ts'
import styles from './bare-page.module.css'
import { PageFrame } from './page-frame.tsx'

/** Frame of a page whose path names no language: another one is chosen by `l` and remembered. */
export function BarePage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  const other = useLanguage() === 'en' ? 'zh' : 'en'
  const { moreQuery } = page()
  const href = `${location.pathname}?l=${other}${moreQuery}`
  return (
    <PageFrame
      aside={
        <a
          href={href}
          lang={other}
          onClick={event => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            history.replaceState(history.state, '', href)
            rememberLanguage(other)
            speak(other)
          }}
        >
          {app_other_language()}
        </a>
      }
    >
      <main className={styles.main}>
        <h1>{title}</h1>
        {children}
      </main>
    </PageFrame>
  )
}
