import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { type FullInfo, isEnterprise } from '../../lib/session/account.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { IdentityIcon } from '../../ui/icon/fact-icons.tsx'
import { LetterIcon, PersonIcon } from '../../ui/icon/icons.tsx'
import { Item, ItemList } from '../../ui/item-list/item-list.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { SecondEmailRow, secondEmailRemoval } from './second-email-row.tsx'

interface Props {
  info: FullInfo
  /** below the title of a group */
  isInGroup?: boolean
}

/** The identifiers of an account, each with a copy button, and its email addresses. */
export function AccountInformationCard({ info, isInGroup = false }: Props) {
  const [asked, setAsked] = useState<'email' | 'second email' | 'removal'>()
  const close = () => setAsked(undefined)
  const identifier = (mark: ReactNode, name: string, value: string) => (
    <Item
      mark={mark}
      title={name}
      facts={<span>{value || m.profile_none()}</span>}
      actions={value && <CopyButton text={value} what={name} />}
    />
  )
  return (
    <Card title={isInGroup ? undefined : m.security_account_title()}>
      <ItemList>
        {isEnterprise(info) ? (
          <>
            {identifier(<IdentityIcon />, m.profile_account_id(), info.enterpriseUser?.uid ?? '')}
            {identifier(<PersonIcon />, m.profile_user_name(), info.userName)}
          </>
        ) : (
          identifier(<IdentityIcon />, m.profile_uid(), info.uid)
        )}
        <Item
          mark={<LetterIcon />}
          title={m.profile_email()}
          facts={<span>{info.email}</span>}
          actions={
            isEnterprise(info) ? (
              info.email && <CopyButton text={info.email} what={m.profile_email()} />
            ) : (
              <Button
                variant="secondary"
                size="small"
                aria-label={m.security_email_change()}
                onClick={() => setAsked('email')}
              >
                {m.security_change()}
              </Button>
            )
          }
        />
        {!isEnterprise(info) && (
          <SecondEmailRow onSet={() => setAsked('second email')} onRemove={() => setAsked('removal')} />
        )}
      </ItemList>
      {asked === 'email' && <ChangeEmailDialog email={info.email} onClose={close} />}
      {asked === 'second email' && <ChangeEmailDialog second email={info.email} onClose={close} />}
      {asked === 'removal' && <ConfirmDialog asked={secondEmailRemoval()} onClose={close} />}
    </Card>
  )
}
