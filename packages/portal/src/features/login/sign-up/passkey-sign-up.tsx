/** Sign-up with a passkey in place of a password, beside it in the last step: one ceremony creates the account. */
import { getPasskeyRegisterOptions } from '@kerf/contract/endpoints/passkey'
import * as m from '@kerf/locales/messages'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import type { FormHandle } from '../../../lib/form/use-form.ts'
import { createPasskey } from '../../../parts/passkeys/passkey.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FingerprintIcon } from '../../../ui/icon/fingerprint-icon.tsx'
import styles from '../form.module.css'
import { registerWithPasskey } from '../sign-in.ts'

type Field = 'email' | 'captcha' | 'agreement'

export interface PasskeySignUpProps {
  readonly form: FormHandle<Field>
  nonce(): string
  onSignedIn(): Promise<void>
}

const FIELDS = ['email', 'captcha', 'agreement'] as const

export function PasskeySignUp({ form, nonce, onSignedIn }: PasskeySignUpProps) {
  const [pending, setPending] = useState(false)
  const running = useRef<AbortController>(undefined)
  const current = useRef(form)
  current.current = form

  useEffect(() => () => running.current?.abort(), [])

  async function signUp() {
    if (running.current || !FIELDS.every(name => form.validateField(name))) return
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setPending(true)
    try {
      const proof = {
        email: form.value('email').trim(),
        captcha: form.value('captcha').trim(),
        nonce: nonce(),
      }
      const { options } = await callApi(getPasskeyRegisterOptions, proof, { signal })
      const credential = await createPasskey(options)
      if (!credential) return
      await registerWithPasskey({ ...proof, agreement: true, credential }, signal)
      await onSignedIn()
    } catch (error) {
      const description = await describeError(error)
      if (!signal.aborted) current.current.showError(description)
    } finally {
      running.current = undefined
      if (!signal.aborted) setPending(false)
    }
  }

  return (
    <>
      <p className={styles.or}>{m.social_or()}</p>
      <Button variant="secondary" wide pending={pending} onClick={() => void signUp()}>
        <FingerprintIcon />
        {m.register_by_passkey()}
      </Button>
      <p className={styles.reason}>{m.register_passkey_reason()}</p>
    </>
  )
}
