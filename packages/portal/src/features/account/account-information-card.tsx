import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { type FullInfo, isEnterprise } from '../../lib/session/account.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { SecondEmailRow, secondEmailRemoval } from './second-email-row.tsx'

/** The identifiers of an account, each with a copy button. */
export function AccountInformationCard({ info }: { info: FullInfo }) {
  const [asked, setAsked] = useState<'email' | 'second email' | 'removal'>()
  const close = () => setAsked(undefined)
  const copied = (name: string, value: string) => value && <CopyButton text={value} what={name} />
  const shown = (name: string, value: string) => (
    <DescriptionItem name={name} actions={copied(name, value)}>
      {value || m.profile_none()}
    </DescriptionItem>
  )
  return (
    <Card id="account" title={m.security_account_title()}>
      <DescriptionList>
        {isEnterprise(info) ? (
          <>
            {shown(m.profile_account_id(), info.enterpriseUser?.uid ?? '')}
            {shown(m.profile_user_name(), info.userName)}
          </>
        ) : (
          shown(m.profile_uid(), info.uid)
        )}
        <DescriptionItem
          name={m.profile_email()}
          actions={
            <>
              {!isEnterprise(info) && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={m.security_email_change()}
                  onClick={() => setAsked('email')}
                >
                  {m.security_change()}
                </Button>
              )}
              {copied(m.profile_email(), info.email)}
            </>
          }
        >
          {info.email}
        </DescriptionItem>
        {!isEnterprise(info) && (
          <SecondEmailRow onSet={() => setAsked('second email')} onRemove={() => setAsked('removal')} />
        )}
      </DescriptionList>
      {asked === 'email' && <ChangeEmailDialog email={info.email} onClose={close} />}
      {asked === 'second email' && <ChangeEmailDialog second email={info.email} onClose={close} />}
      {asked === 'removal' && <ConfirmDialog asked={secondEmailRemoval()} onClose={close} />}
    </Card>
  )
}
