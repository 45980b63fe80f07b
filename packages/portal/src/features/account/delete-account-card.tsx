import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { HelpButton } from '../../ui/help-link/help-button.tsx'
import { BinIcon } from '../../ui/icon/file-icons.tsx'
import styles from './delete-account-card.module.css'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

interface Props {
  email: string
  /** what the person may want to hand over first */
  notice?: ReactNode
  /** the notice is loading: the dialog opens after it, so that its buttons do not move */
  isNoticePending?: boolean
  onDeleted(): void
}

export function DeleteAccountCard({ email, notice, isNoticePending = false, onDeleted }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Card
      title={m.security_delete_title()}
      mark={<BinIcon />}
      description={m.security_delete_text()}
      action={
        <Button
          variant="secondary"
          size="small"
          className={styles.open}
          pending={open && isNoticePending}
          onClick={() => setOpen(true)}
        >
          {m.security_delete_open()}
        </Button>
      }
    >
      {open && !isNoticePending && (
        <DeleteAccountDialog
          email={email}
          notice={notice}
          onDeleted={onDeleted}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

/** Says that an enterprise account is deleted by its operator only. */
export function DeletionCard() {
  return (
    <Card
      title={m.security_delete_title()}
      mark={<BinIcon />}
      description={m.business_deletion_text()}
      action={<HelpButton size="small" />}
    />
  )
}
