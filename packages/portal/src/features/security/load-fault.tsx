import * as m from '@kerf/locales/messages'
import type { Explained } from '../../lib/explain.ts'
import { Button } from '../../ui/Button.tsx'
import { RetryIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './load-fault.module.css'

interface Props {
  fault: Explained
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
          {m.security_retry()}
        </Button>
      </div>
    </Notice>
  )
}
