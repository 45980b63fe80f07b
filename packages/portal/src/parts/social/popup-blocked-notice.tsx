import * as m from '@kerf/locales/messages'
import { keepFocusInRegion } from '../../lib/page/use-focus-fallback.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './popup-blocked-notice.module.css'

/** Shown when the browser blocked the provider's popup. Offers to continue in this window. */
export function PopupBlockedNotice({ onContinue }: { onContinue(): void }) {
  return (
    <Notice tone="warning" role="alert">
      <p>{m.social_blocked()}</p>
      <Button ref={keepFocusInRegion} variant="quiet" size="small" className={styles.go} onClick={onContinue}>
        {m.social_blocked_go()}
      </Button>
    </Notice>
  )
}
