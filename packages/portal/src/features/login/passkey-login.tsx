/** Login with a passkey: by a button beside the other ways, and by the browser's autofill where it has one. */
import * as m from '@kerf/locales/messages'
import { useEffect, useRef, useState } from 'react'
import { lastWay } from '../../lib/session/last-way.ts'
import { hasPasskeyAutofill } from '../../parts/passkeys/passkey.ts'
import { isPasskeyPermitted } from '../../parts/passkeys/passkey-support.ts'
import { Button } from '../../ui/button/button.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { LastUsed } from '../../ui/last-used/last-used.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { offerInAutofill, type PasskeyLoginProps, signInByPrompt } from './passkey-ceremony.ts'

const FingerprintIcon = /* @__PURE__ */ icon(
  path(
    'M3.5 13c.5-1 .7-2 .7-3 0-4 2.3-6.5 5.8-6.5s5.8 2.5 5.8 6.5c0 1.3-.1 2.6-.4 3.8M7 16c.3-1.5.4-3 .4-5 0-2.5.8-4.2 2.6-4.2s2.6 1.7 2.6 4.2c0 2.2-.2 4-.6 5.7M10 10.5c0 2.5-.1 4.5-.6 6.5',
  ),
)

interface Props extends PasskeyLoginProps {
  /** a button of the width of the form, in place of a small one beside the tabs */
  isWide?: boolean
}

export function PasskeyLogin({ isWide = false, ...props }: Props) {
  const [way, setWay] = useState<'autofill' | 'button'>()
  const [pending, setPending] = useState(false)
  const latest = useRef(props)
  latest.current = props
  const page = useRef<AbortController>(undefined)
  const isFormPending = props.form.pending

  useEffect(() => {
    const controller = new AbortController()
    page.current = controller
    if (isPasskeyPermitted())
      void hasPasskeyAutofill().then(canAutofill => {
        if (!controller.signal.aborted) setWay(canAutofill ? 'autofill' : 'button')
      })
    return () => controller.abort()
  }, [])

  // A browser has one ceremony at a time, and that of the form's second step comes first. Two answers of one passkey at the same
  // moment may also arrive out of order, which suspends it as a copy.
  useEffect(() => {
    if (way !== 'autofill' || isFormPending || pending) return
    const controller = new AbortController()
    void offerInAutofill(() => latest.current, controller.signal)
    return () => controller.abort()
  }, [way, isFormPending, pending])

  async function logIn() {
    if (!page.current) return
    setPending(true)
    await signInByPrompt(() => latest.current, page.current.signal)
    setPending(false)
  }

  if (way && isWide)
    return (
      <Button variant="secondary" wide pending={pending} onClick={() => void logIn()}>
        <FingerprintIcon />
        {m.login_by_passkey()}
        {lastWay.get() === 'passkey' && <LastUsed corner />}
      </Button>
    )
  if (way)
    return (
      <Button
        variant="quiet"
        size="small"
        aria-label={m.login_by_passkey()}
        pending={pending}
        onClick={() => void logIn()}
      >
        {m.login_passkey()}
        {lastWay.get() === 'passkey' && <LastUsed />}
      </Button>
    )
  const isMissed = lastWay.get() === 'passkey' && !isPasskeyPermitted()
  return isMissed ? <Notice>{m.passkey_forbidden()}</Notice> : null
}
