import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import {
  completeSocialSignIn,
  postResultToOpener,
  takeResultFromUrl,
} from '../features/social/social-callback.ts'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { useLanguage } from '../lib/page/language.ts'
import { withPageLoading } from '../lib/page/page-loading.ts'
import { Main } from '../ui/main/main.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import styles from './styles/authcb.module.css'

/** If the browser does not close the window within this time, the page asks the person to close it. */
const CLOSE_TIMEOUT_MS = 1_000

/** Target of a provider's redirect. It is empty, unless the window stays open after it reported its result. */
export function AuthcbPage() {
  useLanguage()
  useDocumentTitle(m.social_returning())
  const [left, setLeft] = useState(false)
  useEffect(() => {
    const result = takeResultFromUrl()
    if (result !== undefined && postResultToOpener(result)) {
      window.close()
      const timer = setTimeout(setLeft, CLOSE_TIMEOUT_MS, true)
      return () => clearTimeout(timer)
    }
    void withPageLoading(completeSocialSignIn(result)).then(address => location.replace(address))
  }, [])
  return (
    left && (
      <Main className={styles.page}>
        <Notice tone="success" role="status">
          {m.social_handed_over()}
        </Notice>
      </Main>
    )
  )
}
