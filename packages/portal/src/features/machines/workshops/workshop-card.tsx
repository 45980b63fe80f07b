import { dissolveWorkshop, removeWorkshopMember } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { formatZonedDateTime } from '../../../lib/text/format-time.ts'
import { withReauthentication } from '../../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { type Confirmation, ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { PencilIcon } from '../../../ui/icon/icons.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { ActionRow } from '../action-row.tsx'
import styles from '../machines.module.css'
import { refreshMachines } from '../machines-query.ts'
import { isAdminOf, membersQuery, refreshWorkshops, type Workshop } from '../owner/workshops-query.ts'
import { NameDialog } from './name-dialog.tsx'

/** How to leave the workshop, or to end it. */
export function LeaveWorkshopCard({ workshop, onLeft }: { workshop: Workshop; onLeft(): void }) {
  const [asked, setAsked] = useState<Confirmation>()
  const { data } = useQuery({ ...membersQuery(workshop.id), enabled: !workshop.waiting })
  const own = data?.members.find(({ self }) => self)
  const otherAdmins = (data?.members ?? []).filter(
    ({ self, role, waiting }) => !self && !waiting && role === 'admin',
  )
  const params = { workshop: workshop.id }
  const isAdmin = isAdminOf(workshop)
  const end = async (text: string) => {
    toast(text, 'success')
    await Promise.all([refreshWorkshops(), refreshMachines()])
    onLeft()
  }
  const leave = (member: string): Confirmation => ({
    title: m.workshops_leave_title({ name: workshop.name }),
    text: m.workshops_leave_text(),
    submit: m.workshops_leave(),
    danger: true,
    async run(signal) {
      await callApi(removeWorkshopMember, undefined, { params: { ...params, member }, signal })
      await end(m.workshops_left())
    },
  })
  const dissolve: Confirmation = {
    title: m.workshops_dissolve_title({ name: workshop.name }),
    text: workshop.onlyAdmin
      ? m.workshops_dissolve_text()
      : m.workshops_dissolve_text_admins({
          names: otherAdmins.map(({ name }) => name).join(m.settings_list_join()),
        }),
    submit: m.workshops_dissolve(),
    danger: true,
    typed: workshop.name,
    async run(signal) {
      const { effectTime } = await withReauthentication(() =>
        callApi(dissolveWorkshop, undefined, { params, signal }),
      )
      if (effectTime === null) return end(m.workshops_dissolved())
      toast(m.workshops_started({ time: formatZonedDateTime(effectTime) }), 'success')
      await refreshWorkshops()
    },
  }
  if (workshop.waiting) return <Notice>{m.workshops_waiting_text()}</Notice>
  const leaveButton = !workshop.onlyAdmin && (
    <Button variant="secondary" disabled={!own} onClick={() => own && setAsked(leave(own.handle))}>
      {m.workshops_leave()}
    </Button>
  )
  return (
    <>
      {isAdmin ? (
        <Card title={m.workshops_end_title()}>
          <div className={styles.acts} data-rows="">
            <ActionRow
              title={m.workshops_leave_act()}
              text={workshop.onlyAdmin ? m.workshops_only_admin() : m.workshops_leave_text()}
            >
              {leaveButton}
            </ActionRow>
            <ActionRow title={m.workshops_dissolve_act()} text={m.workshops_dissolve_short()}>
              <Button
                variant="secondary"
                className={styles.danger}
                disabled={!workshop.onlyAdmin && !own}
                onClick={() => setAsked(dissolve)}
              >
                {m.workshops_dissolve()}
              </Button>
            </ActionRow>
          </div>
        </Card>
      ) : (
        <Card title={m.workshops_leave_act()} description={m.workshops_leave_text()} action={leaveButton} />
      )}
      {asked && <ConfirmDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Gives the workshop another name. */
export function RenameWorkshop({ workshop }: { workshop: Workshop }) {
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={m.workshops_rename_title()}
        onClick={() => setNaming(true)}
      >
        <PencilIcon />
        {m.machines_rename()}
      </Button>
      {isNaming && <NameDialog workshop={workshop} onClose={() => setNaming(false)} />}
    </>
  )
}
