import * as m from '@kerf/locales/messages'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import styles from '../field/field.module.css'
import { described, Field } from '../field/field.tsx'
import type { TextFieldProps } from '../text-field/text-field.tsx'
import own from './password-field.module.css'
import { CapsLockIcon, EyeIcon, EyeOffIcon } from './password-icons.tsx'
import type { Strength } from './password-strength.ts'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix' | 'label'> {
  /** also names the button that shows the password, which a form with two passwords has twice */
  label: string
  autoComplete: 'current-password' | 'new-password'
  /** shows the strength of a new password */
  rate?: (password: string) => { readonly strength: Strength; readonly text: string }
}

export function PasswordField({ label, error, hint, action, rate, inputRef, ...native }: PasswordFieldProps) {
  const ownId = useId()
  const id = native.id ?? ownId
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const [chosen, setChosen] = useState('')

  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const follow = (event: FormEvent<HTMLInputElement>) => {
    native.onInput?.(event as never)
    if (rate) setChosen(event.currentTarget.value)
  }
  const rating = chosen === '' ? undefined : rate?.(chosen)
  const shownHint = caps ? m.ui_caps_lock() : (rating?.text ?? hint)
  return (
    <Field id={id} label={label} error={error} hint={shownHint} action={action}>
      <div className={styles.box} data-strength={rating?.strength} data-rated={rate && ''}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...native}
          {...described(id, { error, hint: shownHint })}
          ref={inputRef}
          className={styles.input}
          type={shown ? 'text' : 'password'}
          onInput={follow}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={event => {
            setCaps(false)
            native.onBlur?.(event)
          }}
        />
        <span className={styles.suffix}>
          {caps && <CapsLockIcon />}
          <button
            type="button"
            className={own.toggle}
            aria-pressed={shown}
            aria-label={m.ui_show_password({ label })}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </span>
      </div>
    </Field>
  )
}
