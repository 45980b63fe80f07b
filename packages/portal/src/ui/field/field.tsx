import type { ReactNode } from 'react'
import styles from './field.module.css'

export interface FieldProps {
  label: ReactNode
  /** error text, shown instead of the hint in a line that is always reserved */
  error?: ReactNode
  hint?: ReactNode
  /** a small button or link at the end of the label's line */
  action?: ReactNode
}

/** Id of the element with a field's hint or error. */
export const messageId = (id: string) => `${id}-message`

interface Described extends Pick<FieldProps, 'error' | 'hint'> {
  /** id of an error elsewhere in the form, which concerns several fields */
  errorId?: string | undefined
}

/** The attributes that connect a control with its hint or error. */
export const described = (id: string, { error, errorId, hint }: Described) => ({
  id,
  'aria-invalid': error || errorId ? true : undefined,
  'aria-describedby': error || hint ? messageId(id) : errorId,
})

/** Label, control and one reserved line for hint or error, so that an error causes no layout shift. */
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
