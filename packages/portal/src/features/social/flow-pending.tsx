import * as m from '@kerf/locales/messages'
import type { ErrorDescription } from '../../lib/api/error-texts.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './steps.module.css'

/** Skeleton of the step while its details load, or the error with a retry button. */
export function FlowPending({ error, retry }: { error: ErrorDescription | undefined; retry(): void }) {
  if (error) {
    return (
      <Card>
        <ErrorNotice error={{ ...error, action: 'form' }} />
        <Button variant="secondary" onClick={retry}>
          {m.app_retry()}
        </Button>
      </Card>
    )
  }
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>{m.social_step_loading()}</VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton width="half" />
      <Card>
        <Skeleton shape="control" />
        <Skeleton shape="control" />
        <Skeleton shape="control" />
      </Card>
    </div>
  )
}
