/** Login with a passkey: by a button, and by the browser's autofill where it has one. */
import * as m from '@kerf/locales/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { lastWay } from '../../lib/session/last-way.ts'
import { hasPasskeyAutofill } from '../../parts/passkeys/passkey.ts'
import { isPasskeyPermitted } from '../../parts/passkeys/passkey-support.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { offerInAutofill, type PasskeyLoginProps, signInByPrompt } from './passkey-ceremony.ts'
import { PasskeyWay } from './passkey-way.tsx'

interface Props extends PasskeyLoginProps {
  /** the person has pressed the button before this code was loaded */
  isAsked: boolean
}

export function PasskeyLogin({ isAsked, ...props }: Props) {
  const [hasAutofill, setAutofill] = useState(false)
  const [pending, setPending] = useState(false)
  const latest = useRef(props)
  latest.current = props
  const page = useRef<AbortController>(undefined)
  const isFormPending = props.form.pending

  const logInIfAsked = useEffectEvent(() => {
    if (isAsked) void logIn()
  })
  useEffect(() => {
    const controller = new AbortController()
    page.current = controller
    logInIfAsked()
    if (isPasskeyPermitted())
      void hasPasskeyAutofill().then(canAutofill => {
        if (!controller.signal.aborted) setAutofill(canAutofill)
      })
    return () => controller.abort()
  }, [])

  // A browser has one ceremony at a time, and that of the form's second step comes first. Two answers of one passkey at the same
  // moment may also arrive out of order, which suspends it as a copy.
  useEffect(() => {
    if (!hasAutofill || isFormPending || pending) return
    const controller = new AbortController()
    void offerInAutofill(() => latest.current, controller.signal)
    return () => controller.abort()
  }, [hasAutofill, isFormPending, pending])

  async function logIn() {
    if (!page.current) return
    setPending(true)
    await signInByPrompt(() => latest.current, page.current.signal)
    setPending(false)
  }

  if (isPasskeyPermitted()) return <PasskeyWay pending={pending} onClick={() => void logIn()} />
  return lastWay.get() === 'passkey' ? <Notice>{m.passkey_forbidden()}</Notice> : null
}
