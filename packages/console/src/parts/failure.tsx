import * as m from '@kerf/locales/messages'
import { Button, formatDateTime, Notice } from '@kerf/portal/console-ui'
import { Link } from '@tanstack/react-router'
import { ConsoleCallError, describeError } from '../api/call-console.ts'
import styles from './failure.module.css'

interface FailureProps {
  error: Error | null
  /** undefined: the form above it can be sent again */
  onRetry?: () => void
  isRetrying?: boolean
}

/** Says why an act or a list failed. Where another operator must approve, it says what happens next. */
export function Failure({ error, onRetry, isRetrying = false }: FailureProps) {
  if (error === null) return null
  const approval = error instanceof ConsoleCallError ? error.failure.approval : undefined
  return (
    <Notice tone={approval ? 'warning' : 'danger'} role="alert" title={approval && m.console_pending_title()}>
      <div className={styles.row}>
        {approval ? (
          <div>
            <p>
              {m.console_pending_text({
                summary: approval.summary,
                time: formatDateTime(approval.expiresAt),
              })}
            </p>
            <Link to="/approvals">{m.console_pending_link()}</Link>
          </div>
        ) : (
          <span>{describeError(error)}</span>
        )}
        {onRetry && (
          <Button size="small" variant="secondary" pending={isRetrying} onClick={onRetry}>
            {m.ui_retry()}
          </Button>
        )}
      </div>
    </Notice>
  )
}
