import * as m from '@kerf/locales/messages'
import { type ComponentProps, useId, useState } from 'react'
import field from '../field/field.module.css'
import { described, Field, type FieldProps } from '../field/field.tsx'
import { CalendarIcon } from '../icon/fact-icons.tsx'
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
          <span className={styles.shown} data-empty={day === '' || undefined} aria-hidden="true">
            {day || m.ui_date_none()}
          </span>
          <span className={styles.calendar} aria-hidden="true">
            <CalendarIcon />
          </span>
        </div>
      </div>
    </Field>
  )
}
