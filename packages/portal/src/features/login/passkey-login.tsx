/** Login with a passkey: by the browser's autofill, or by a button where the browser has no autofill for passkeys. */
import * as m from '@kerf/locales/messages'
import { useEffect, useRef, useState } from 'react'
import { lastWay } from '../../lib/last-way.ts'
import { hasPasskeyAutofill } from '../../lib/passkey.ts'
import { isPasskeyPermitted } from '../../lib/passkey-support.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { offerInAutofill, type PasskeyLoginProps, signInByPrompt } from './passkey-ceremony.ts'

export function PasskeyLogin(props: PasskeyLoginProps) {
  const [hasButton, setHasButton] = useState(false)
  const [pending, setPending] = useState(false)
  const latest = useRef(props)
  latest.current = props
  const page = useRef<AbortController>(undefined)

  useEffect(() => {
    const controller = new AbortController()
    page.current = controller
    const { signal } = controller
    if (isPasskeyPermitted())
      void hasPasskeyAutofill().then(canAutofill => {
        if (canAutofill) return offerInAutofill(() => latest.current, signal)
        if (!signal.aborted) setHasButton(true)
        return undefined
      })
    return () => controller.abort()
  }, [])

  async function logIn() {
    if (!page.current) return
    setPending(true)
    await signInByPrompt(() => latest.current, page.current.signal)
    setPending(false)
  }

  if (hasButton)
    return (
      <Button variant="quiet" wide pending={pending} onClick={() => void logIn()}>
        {m.login_by_passkey()}
      </Button>
    )
  const isMissed = lastWay.get() === 'passkey' && !isPasskeyPermitted()
  return isMissed ? <Notice>{m.passkey_forbidden()}</Notice> : null
}
