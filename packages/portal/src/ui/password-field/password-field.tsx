import * as m from '@kerf/locales/messages'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import styles from '../field/field.module.css'
import { described, Field } from '../field/field.tsx'
import { icon, path } from '../icon/icon.tsx'
import iconButton from '../icon-button/icon-button.module.css'
import type { TextFieldProps } from '../text-field/text-field.tsx'
import own from './password-field.module.css'
import type { Strength } from './password-strength.ts'

const EyeIcon = /* @__PURE__ */ icon(
  <>
    <path d="M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10Z" />
    <circle cx="10" cy="10" r="2.5" />
  </>,
)
const EyeOffIcon = /* @__PURE__ */ icon(
  path(
    'M3 3l14 14M8.2 4.7A7.7 7.7 0 0 1 10 4.5c5 0 8 5.5 8 5.5a14 14 0 0 1-2.2 2.8M12 15.2a7.6 7.6 0 0 1-2 .3c-5 0-8-5.5-8-5.5a14 14 0 0 1 3.6-3.9M8.2 8.3a2.5 2.5 0 0 0 3.5 3.5',
  ),
)
const CapsLockIcon = /* @__PURE__ */ icon(path('M10 3l6 6.5h-3.5v4h-5v-4H4L10 3ZM7.5 17h5'))

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix' | 'label'> {
  /** also names the button that shows the password, which a form with two passwords has twice */
  label: string
  autoComplete: 'current-password' | 'new-password'
  /** shows the strength of a new password */
  rate?: (password: string) => { readonly strength: Strength; readonly text: string }
}

export function PasswordField({
  label,
  error,
  errorId,
  hint,
  action,
  rate,
  inputRef,
  ...native
}: PasswordFieldProps) {
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
          {...described(id, { error, errorId, hint: shownHint })}
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
            className={`${iconButton.button} ${own.toggle}`}
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
