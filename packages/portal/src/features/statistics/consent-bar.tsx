import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { consentState, hasObjectionSignal, saveChoice } from '../../lib/analytics/consent-choice.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { useStore } from '../../lib/store.ts'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { portalHref } from '../../lib/url/links.ts'
import { Button } from '../../ui/button/button.tsx'
import styles from './consent-bar.module.css'

interface Props {
  history: { subscribe(listener: () => void): () => void }
}

/** Asks for consent to usage statistics where it is required. The bar does not block the page and may be ignored. */
export function ConsentBar({ history }: Props) {
  useLanguage()
  const { choice, rule } = useStore(consentState)
  const path = usePath(history)
  // The privacy page has its own choice (`StatisticsChoice`).
  if (choice !== undefined || rule !== 'opt-in' || hasObjectionSignal() || /\/(?:privacy|authcb)$/.test(path))
    return null
  return (
    <section className={styles.bar} aria-label={m.tracking_title()} data-consent-bar>
      <p>
        {m.tracking_question()}
        {sentenceSpace()}
        <a href={`${portalHref('privacy')}#cookies`} target="_blank" rel="noopener">
          {m.tracking_more()}
        </a>
      </p>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => saveChoice('no')}>
          {m.tracking_no()}
        </Button>
        <Button variant="secondary" onClick={() => saveChoice('yes')}>
          {m.tracking_yes()}
        </Button>
      </div>
    </section>
  )
}

function usePath(history: Props['history']): string {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => history.subscribe(() => setPath(location.pathname)), [history])
  return path
}
