import * as m from '@kerf/locales/messages'
import { type ReactNode, Suspense } from 'react'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { LanguageLink } from '../../ui/language-link/language-link.tsx'
import { Main } from '../../ui/main/main.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './legal-page.module.css'
import { PageFrame } from './page-frame.tsx'

/** Frame of a legal text: the heading, and placeholder lines until the text has loaded. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <PageFrame
      aside={
        <>
          <HelpLink>{m.login_help()}</HelpLink>
          <LanguageLink />
        </>
      }
    >
      <Main className={styles.main}>
        <h1>{title}</h1>
        <Suspense fallback={<Lines />}>{children}</Suspense>
      </Main>
    </PageFrame>
  )
}

/** Placeholder as tall as the window, so that the footer does not move when the text appears. */
const Lines = () => (
  <div className={styles.lines}>
    {LINES.map(line => (
      <Skeleton key={line} />
    ))}
  </div>
)

const LINES = Array.from({ length: 12 }, (_, index) => index)
