import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import {
  completeSocialSignIn,
  postResultToOpener,
  takeResultFromUrl,
} from '../features/social/social-callback.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { useLanguage } from '../lib/language.ts'
import { withPageLoading } from '../lib/page-loading.ts'
import { Notice } from '../ui/notice/notice.tsx'
import styles from './authcb.module.css'

/** Milliseconds after which a window that was told to close says what to do. */
const CLOSES_WITHIN = 1_000

/** Where a provider's redirect ends. It shows nothing, unless the window stays open although all is done. */
export function AuthcbPage() {
  useLanguage()
  useDocumentTitle(m.social_returning())
  const [left, setLeft] = useState(false)
  useEffect(() => {
    const result = takeResultFromUrl()
    if (result !== undefined && postResultToOpener(result)) {
      window.close()
      const timer = setTimeout(setLeft, CLOSES_WITHIN, true)
      return () => clearTimeout(timer)
    }
    void withPageLoading(completeSocialSignIn(result)).then(address => location.replace(address))
  }, [])
  return (
    left && (
      <main className={styles.page}>
        <Notice tone="success" role="status">
          {m.social_handed_over()}
        </Notice>
      </main>
    )
  )
}
