import * as m from '@kerf/locales/messages'
import { useEffect, useRef } from 'react'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Main } from '../../ui/main/main.tsx'
import styles from './farewell-page.module.css'
import { PageFrame } from './page-frame.tsx'

/** In place of the account after its deletion: what was erased, and the way on. A reload leads to the login page. */
export function FarewellPage({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(m.farewell_title())
  useEffect(() => heading.current?.focus(), [])
  return (
    <PageFrame>
      <Main className={styles.main}>
        <Card>
          <Drawing />
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {m.farewell_title()}
          </h1>
          <p>{m.farewell_text()}</p>
          <ul className={styles.erased}>
            <li>{m.farewell_profile()}</li>
            <li>{m.farewell_sessions()}</li>
            <li>{m.farewell_rights()}</li>
            <li>{m.farewell_machines()}</li>
            <li>{m.farewell_messages()}</li>
          </ul>
          <p className={styles.soft}>{m.farewell_rest({ email })}</p>
          <p>{m.farewell_thanks()}</p>
          <div className={styles.links}>
            <ButtonLink variant="secondary" href={portalHref('register')}>
              {m.farewell_sign_up()}
            </ButtonLink>
            <ButtonLink variant="secondary" href={portalHref('login')}>
              {m.farewell_login()}
            </ButtonLink>
          </div>
        </Card>
      </Main>
    </PageFrame>
  )
}

/** Drawing: a sheet from which the badge of a person is cut out and gone. */
const Drawing = () => (
  <svg viewBox="0 0 160 96" className={styles.drawing} aria-hidden="true" focusable="false">
    <rect x="20" y="10" width="120" height="76" rx="8" className={styles.sheet} />
    <g className={styles.kerf}>
      <circle cx="80" cy="37" r="12" />
      <path d="M56 72c2-13 11-19 24-19s22 6 24 19z" />
    </g>
    <path d="M32 22h14M32 74h9M119 22h9M114 74h14" className={styles.line} />
  </svg>
)
