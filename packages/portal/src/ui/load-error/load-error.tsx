import * as m from '@kerf/locales/messages'
import { Button } from '../button/button.tsx'
import { RetryIcon } from '../icon/icons.tsx'
import { Notice } from '../notice/notice.tsx'
import styles from './load-error.module.css'

interface Props {
  error: { readonly text: (() => string) | undefined }
  onRetry(): void
}

/** Shown instead of content that failed to load, with a retry. */
export function LoadError({ error, onRetry }: Props) {
  return (
    <Notice tone="danger" role="alert">
      <div className={styles.error}>
        <span>{error.text?.()}</span>
        <Button variant="secondary" size="small" onClick={onRetry}>
          <RetryIcon />
          {m.ui_retry()}
        </Button>
      </div>
    </Notice>
  )
}
