import type { ReactNode } from 'react'
import styles from './field.module.css'

export interface FieldProps {
  label: ReactNode
  /** what is wrong; shown in place of the hint, in a line that is always kept free */
  error?: string | undefined
  hint?: ReactNode
  /** at the far end of the label's line: a small quiet button or link */
  action?: ReactNode
}

/** Ids of a field's parts, from the id of its control. */
export const messageId = (id: string) => `${id}-message`

/** The attributes that tie a control to its message. */
export const described = (id: string, { error, hint }: Pick<FieldProps, 'error' | 'hint'>) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || hint ? messageId(id) : undefined,
})

/** Label above, control, and one line below for hint or error, so that an error moves nothing. */
export function Field({
  id,
  label,
  error,
  hint,
  action,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {action}
      </div>
      {children}
      <div id={messageId(id)} className={styles.message} data-error={error ? '' : undefined}>
        {error || hint}
      </div>
    </div>
  )
}
