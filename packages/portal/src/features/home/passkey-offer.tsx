import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { describeError } from '../../lib/api/describe-error.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { refreshAccount } from '../../lib/session/current-account.ts'
import { endPasskeyOffer, isPasskeyOfferDue } from '../../parts/passkeys/passkey-offer.ts'
import { canCreatePasskey } from '../../parts/passkeys/passkey-support.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { FingerprintIcon } from '../../ui/icon/fingerprint-icon.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './passkey-offer.module.css'

/** Whether to offer a passkey: after a login with a password, on a device that can hold one. Pending until the device has answered. */
export function usePasskeyOffer() {
  const [isShown, setShown] = useState<boolean>()
  useEffect(() => {
    if (!isPasskeyOfferDue() || !canCreatePasskey()) return setShown(false)
    let isCurrent = true
    import('../../parts/passkeys/passkey.ts')
      .then(({ canDeviceHoldPasskey }) => canDeviceHoldPasskey())
      .then(
        canHold => isCurrent && setShown(canHold),
        () => isCurrent && setShown(false),
      )
    return () => {
      isCurrent = false
    }
  }, [])
  return { isShown: isShown === true, isPending: isShown === undefined, hide: () => setShown(false) }
}

/** "Not now" ends the offers of this browser. */
export function PasskeyOffer({ onEnded }: { onEnded: () => void }) {
  const [pending, setPending] = useState(false)

  const end = (forever: boolean) => {
    endPasskeyOffer(forever)
    onEnded()
  }

  async function add() {
    setPending(true)
    try {
      const { addOwnPasskey } = await import('../../parts/passkeys/passkey.ts')
      const isAdded = await withReauthentication(() => addOwnPasskey())
      toast(isAdded ? m.passkey_added() : m.passkey_exists(), isAdded ? 'success' : 'info')
      end(false)
      void refreshAccount()
    } catch (error) {
      const { text } = await describeError(error)
      // Nothing is shown for a person who has cancelled.
      if (text && errorNameOf(error) !== 'expired_login') toast(text(), 'danger')
    } finally {
      setPending(false)
    }
  }

  return (
    <Card
      mark={<FingerprintIcon />}
      title={m.passkey_offer_title()}
      description={m.passkey_offer_text()}
      action={
        <div className={styles.actions}>
          <Button variant="secondary" size="small" pending={pending} onClick={() => void add()}>
            {m.passkey_create()}
          </Button>
          <Button variant="quiet" size="small" disabled={pending} onClick={() => end(true)}>
            {m.passkey_offer_dismiss()}
          </Button>
        </div>
      }
    />
  )
}
