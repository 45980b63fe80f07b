import { answerMachineRequest } from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { formatDate, formatZonedDateTime } from '../../lib/text/format-time.ts'
import { keepDates } from '../../lib/text/rich-text.tsx'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { type Confirmation, ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './machines.module.css'
import { type Machine, refreshMachines, typedToConfirm, useOwnershipRequest } from './machines-query.ts'
import { refreshWorkshops } from './owner/workshops-query.ts'

/** The request of somebody else for the owner's machine. Without one it shows nothing. */
export function RequestCard({ machine, onConfirmed }: { machine: Machine; onConfirmed(): void }) {
  const [asked, setAsked] = useState<Confirmation>()
  const request = useOwnershipRequest(machine)
  if (!request) return null
  const params = { machine: machine.id }
  const { since } = request
  const deny: Confirmation = {
    title: m.request_deny_title(),
    text: m.request_deny_text(),
    submit: m.request_deny(),
    async run(signal) {
      await callApi(answerMachineRequest, { answer: 'deny', since }, { params, signal })
      toast(m.request_denied(), 'success')
      await refreshMachines()
    },
  }
  const confirm: Confirmation = {
    title: m.request_confirm_title(),
    text: machine.workshop ? m.request_confirm_text_workshop() : m.request_confirm_text(),
    submit: m.request_confirm(),
    danger: true,
    typed: typedToConfirm(machine),
    async run(signal) {
      const { effectTime } = await withReauthentication(() =>
        callApi(answerMachineRequest, { answer: 'confirm', since }, { params, signal }),
      )
      if (effectTime !== null) {
        toast(m.workshops_started({ time: formatZonedDateTime(effectTime) }), 'success')
        return refreshWorkshops()
      }
      toast(m.request_confirmed(), 'success')
      await refreshMachines()
      onConfirmed()
    },
  }
  return (
    <Card
      isUrgent
      title={m.request_title()}
      description={keepDates(
        m.request_text({ date: formatDate(since), review: formatDate(request.reviewFrom) }),
      )}
      action={
        <div className={styles.buttons}>
          <Button variant="secondary" className={styles.danger} onClick={() => setAsked(confirm)}>
            {confirm.submit}
          </Button>
          <Button variant="secondary" onClick={() => setAsked(deny)}>
            {deny.submit}
          </Button>
        </div>
      }
    >
      {asked && <ConfirmDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}
