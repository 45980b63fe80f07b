import { type ComponentProps, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from '../field/field.module.css'
import { described, Field, type FieldProps } from '../field/field.tsx'
import own from './text-area.module.css'

export interface TextAreaProps extends FieldProps, ComponentProps<'textarea'> {
  name: string
}

/** A multi-line field that grows with its text. */
export function TextArea({ label, error, hint, action, ...native }: TextAreaProps) {
  const ownId = useId()
  const id = native.id ?? ownId
  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <div className={styles.box}>
        <textarea
          rows={3}
          {...native}
          {...described(id, { error, hint })}
          className={classNames(styles.input, own.area)}
        />
      </div>
    </Field>
  )
}
