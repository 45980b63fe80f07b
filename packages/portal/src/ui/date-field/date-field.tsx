import * as m from '@kerf/locales/messages'
import { type ComponentProps, useId, useState } from 'react'
import { formatDate } from '../../lib/text/format-time.ts'
import field from '../field/field.module.css'
import { described, Field, type FieldProps } from '../field/field.tsx'
import styles from './date-field.module.css'

interface Props extends FieldProps, Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  name: string
}

/**
 * A date of the calendar, `YYYY-MM-DD`. The control is the browser's own, with its calendar and its keys. Browsers write its
 * date in their own language, so without the focus the date stands over it in the form of all dates here.
 */
export function DateField({ label, error, hint, action, onChange, ...native }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(String(native.defaultValue ?? ''))
  const day = native.value === undefined ? typed : String(native.value)
  const at = Date.parse(`${day}T00:00:00Z`) / 1_000
  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <div className={field.box}>
        <div className={styles.date}>
          <input
            {...native}
            {...described(id, { error, hint })}
            type="date"
            className={field.input}
            onChange={event => {
              setTyped(event.target.value)
              onChange?.(event)
            }}
          />
          <span className={styles.shown} data-empty={Number.isNaN(at) || undefined} aria-hidden="true">
            {Number.isNaN(at) ? m.ui_date_none() : formatDate(at, { timeZone: 'UTC' })}
          </span>
        </div>
      </div>
    </Field>
  )
}
