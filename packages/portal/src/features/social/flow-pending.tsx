import * as m from '@kerf/locales/messages'
import type { Explained } from '../../lib/explain.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { FaultNotice } from '../../ui/fault-notice/fault-notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './steps.module.css'

/** In the step's shape until the server has said what the step needs, or why it cannot. */
export function FlowPending({ fault, retry }: { fault: Explained | undefined; retry(): void }) {
  if (fault) {
    return (
      <Card>
        <FaultNotice fault={{ ...fault, action: 'form' }} />
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
