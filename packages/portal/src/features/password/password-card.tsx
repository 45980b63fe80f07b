import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { accountLabel, type FullInfo, isEnterprise } from '../../lib/session/account.ts'
import { providerName } from '../../parts/social/provider-name.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { LockIcon } from '../../ui/icon/platforms.tsx'
import { ChangePasswordDialog } from './change-password.tsx'
import { SetPasswordDialog } from './set-password-dialog.tsx'

interface Props {
  info: FullInfo
  /** asked when the dialog opens: something other than the password belongs to a login, such as a passkey */
  hasOtherCredentials(): boolean
  /** the password changed and the other sessions have ended */
  onChanged(): void
}

export function PasswordCard({ info, hasOtherCredentials, onChanged }: Props) {
  // Stored on open: a reload of the account must not switch the open dialog, or what it says.
  const [open, setOpen] = useState<{ dialog: 'change' | 'set'; hasOtherCredentials: boolean }>()
  const close = () => setOpen(undefined)
  const { hasPassword, email } = info
  return (
    <Card
      title={m.login_password()}
      mark={<LockIcon />}
      state={{
        text: hasPassword ? m.security_state_set() : m.security_state_none(),
        tone: hasPassword ? 'accent' : undefined,
      }}
      description={description(info)}
      action={
        <Button
          variant="secondary"
          size="small"
          aria-label={hasPassword ? m.security_password_change() : m.security_password_set()}
          onClick={() =>
            setOpen({ dialog: hasPassword ? 'change' : 'set', hasOtherCredentials: hasOtherCredentials() })
          }
        >
          {hasPassword ? m.security_change() : m.security_set()}
        </Button>
      }
    >
      {open?.dialog === 'change' && (
        <ChangePasswordDialog
          business={isEnterprise(info)}
          hasOtherCredentials={open.hasOtherCredentials}
          account={accountLabel(info)}
          onChanged={onChanged}
          onClose={close}
        />
      )}
      {open?.dialog === 'set' && <SetPasswordDialog email={email} onChanged={onChanged} onClose={close} />}
    </Card>
  )
}

function description(info: FullInfo): string {
  const names = info.social.map(({ channel }) => providerName(channel)).join(m.settings_list_join())
  if (!info.hasPassword)
    return names ? m.security_password_none_social({ names }) : m.security_password_none()
  return isEnterprise(info) ? m.security_password_is_set_business() : m.security_password_is_set()
}
