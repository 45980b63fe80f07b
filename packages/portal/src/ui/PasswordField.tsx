import * as m from '@kerf/locales/messages'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import styles from './Field.module.css'
import { described, Field } from './Field.tsx'
import { CapsLockIcon, EyeIcon, EyeOffIcon } from './icons.tsx'
import own from './PasswordField.module.css'
import { passwordStrength, type Strength } from './password-strength.ts'
import type { TextFieldProps } from './TextField.tsx'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'suffix'> {
  autoComplete: 'current-password' | 'new-password'
  /** says how strong a password being chosen is */
  strength?: boolean
}

const STRENGTH_TEXTS: Record<Strength, () => string> = {
  weak: m.ui_strength_weak,
  fair: m.ui_strength_fair,
  good: m.ui_strength_good,
  strong: m.ui_strength_strong,
}

export function PasswordField({
  label,
  error,
  hint,
  action,
  strength = false,
  inputRef,
  ...native
}: PasswordFieldProps) {
  const ownId = useId()
  const id = native.id ?? ownId
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const [level, setLevel] = useState<Strength>()

  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const rate = (event: FormEvent<HTMLInputElement>) => {
    native.onInput?.(event as never)
    const { value } = event.currentTarget
    if (strength) setLevel(value ? passwordStrength(value) : undefined)
  }
  const shownHint = caps ? m.ui_caps_lock() : (level && STRENGTH_TEXTS[level]()) || hint
  return (
    <Field id={id} label={label} error={error} hint={shownHint} action={action}>
      <div className={styles.box} data-strength={level} data-rated={strength || undefined}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...native}
          {...described(id, { error, hint: shownHint })}
          ref={inputRef}
          className={styles.input}
          type={shown ? 'text' : 'password'}
          onInput={rate}
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
            aria-label={m.ui_show_password()}
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
