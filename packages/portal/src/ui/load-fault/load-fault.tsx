import * as m from '@kerf/locales/messages'
import { Button } from '../button/button.tsx'
import { RetryIcon } from '../icon/icons.tsx'
import { Notice } from '../notice/notice.tsx'
import styles from './load-fault.module.css'

interface Props {
  fault: { readonly text: (() => string) | undefined }
  onRetry(): void
}

/** In place of what did not load. */
export function LoadFault({ fault, onRetry }: Props) {
  return (
    <Notice tone="danger" role="alert">
      <div className={styles.fault}>
        <span>{fault.text?.()}</span>
        <Button variant="secondary" size="small" onClick={onRetry}>
          <RetryIcon />
          {m.ui_retry()}
        </Button>
      </div>
    </Notice>
  )
}
