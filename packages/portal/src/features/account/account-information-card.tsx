import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { type FullInfo, isEnterprise } from '../../lib/session/account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { IdentityIcon } from '../../ui/icon/fact-icons.tsx'
import { LetterIcon } from '../../ui/icon/icons.tsx'
import { Item, ItemList } from '../../ui/item-list/item-list.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { SecondEmailRow, secondEmailRemoval } from './second-email-row.tsx'

interface Props {
  info: FullInfo
  /** below the title of a group */
  isInGroup?: boolean
}

/** What identifies an account: of a person the user ID and the email addresses, of a company a link to its details. */
export function AccountInformationCard({ info, isInGroup = false }: Props) {
  return (
    <Card title={isInGroup ? undefined : m.security_account_title()}>
      {isEnterprise(info) ? <CompanyRow info={info} /> : <PersonRows info={info} />}
    </Card>
  )
}

/** The page of its details has name and email too, each to copy, and says who can change them. */
const CompanyRow = ({ info }: { info: FullInfo }) => (
  <ItemList>
    <Item
      mark={<IdentityIcon />}
      title={m.profile_account_id()}
      facts={<span>{info.enterpriseUser?.uid}</span>}
      actions={
        <ButtonLink variant="secondary" size="small" href={portalHref('profile-business/company')}>
          {m.business_details_all()}
        </ButtonLink>
      }
    />
  </ItemList>
)

function PersonRows({ info }: { info: FullInfo }) {
  const [asked, setAsked] = useState<'email' | 'second email' | 'removal'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <ItemList>
        <Item
          mark={<IdentityIcon />}
          title={m.profile_uid()}
          facts={<span>{info.uid}</span>}
          actions={<CopyButton text={info.uid} what={m.profile_uid()} />}
        />
        <Item
          mark={<LetterIcon />}
          title={m.profile_email()}
          facts={<span>{info.email}</span>}
          actions={
            <Button
              variant="secondary"
              size="small"
              aria-label={m.security_email_change()}
              onClick={() => setAsked('email')}
            >
              {m.security_change()}
            </Button>
          }
        />
        <SecondEmailRow onSet={() => setAsked('second email')} onRemove={() => setAsked('removal')} />
      </ItemList>
      {asked === 'email' && <ChangeEmailDialog email={info.email} onClose={close} />}
      {asked === 'second email' && <ChangeEmailDialog second email={info.email} onClose={close} />}
      {asked === 'removal' && <ConfirmDialog asked={secondEmailRemoval()} onClose={close} />}
    </>
  )
}
