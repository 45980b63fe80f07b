import * as m from '@kerf/locales/messages'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './popup-blocked-notice.module.css'

/** The browser opened no window for the provider. */
export function PopupBlockedNotice({ goHere }: { goHere(): void }) {
  return (
    <Notice tone="warning" role="alert">
      <p>{m.social_blocked()}</p>
      <Button variant="quiet" size="small" className={styles.go} onClick={goHere}>
        {m.social_blocked_go()}
      </Button>
    </Notice>
  )
}
