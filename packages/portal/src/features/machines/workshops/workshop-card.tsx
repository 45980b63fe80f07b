import { dissolveWorkshop, removeWorkshopMember } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { formatDateTime } from '../../../lib/text/format-time.ts'
import { withReauthentication } from '../../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { type Confirmation, ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../machines.module.css'
import { refreshMachines } from '../machines-query.ts'
import { isAdminOf, membersQuery, refreshWorkshops, type Workshop } from '../owner/workshops-query.ts'
import { NameDialog } from './name-dialog.tsx'
import { WorkshopFacts } from './workshops-card.tsx'

/** What the workshop is, and how to leave or end it. */
export function WorkshopCard({ workshop, onLeft }: { workshop: Workshop; onLeft(): void }) {
  const [isNaming, setNaming] = useState(false)
  const [asked, setAsked] = useState<Confirmation>()
  const { data } = useQuery({ ...membersQuery(workshop.id), enabled: !workshop.waiting })
  const own = data?.members.find(({ self }) => self)
  const params = { workshop: workshop.id }
  const isAdmin = isAdminOf(workshop)
  const end = async (text: string) => {
    toast(text, 'success')
    await Promise.all([refreshWorkshops(), refreshMachines()])
    onLeft()
  }
  const leave = (member: string): Confirmation => ({
    title: m.workshops_leave(),
    text: m.workshops_leave_text(),
    submit: m.workshops_leave(),
    danger: true,
    async run(signal) {
      await callApi(removeWorkshopMember, undefined, { params: { ...params, member }, signal })
      await end(m.workshops_left())
    },
  })
  const dissolve: Confirmation = {
    title: m.workshops_dissolve(),
    text: m.workshops_dissolve_text(),
    submit: m.workshops_dissolve(),
    danger: true,
    async run(signal) {
      const { effectTime } = await withReauthentication(() =>
        callApi(dissolveWorkshop, undefined, { params, signal }),
      )
      if (effectTime === null) return end(m.workshops_dissolved())
      toast(m.workshops_started({ time: formatDateTime(effectTime) }), 'success')
      await refreshWorkshops()
    },
  }
  return (
    <Card>
      <div className={styles.head}>
        <div className={styles.words}>
          <WorkshopFacts workshop={workshop} />
        </div>
        {isAdmin && (
          <Button variant="secondary" size="small" onClick={() => setNaming(true)}>
            {m.machines_rename()}
          </Button>
        )}
      </div>
      {workshop.waiting && <Notice>{m.workshops_waiting_text()}</Notice>}
      {workshop.onlyAdmin && <p className={styles.soft}>{m.workshops_only_admin()}</p>}
      <div className={styles.foot}>
        {own && !workshop.onlyAdmin && (
          <Button variant="removal" size="small" onClick={() => setAsked(leave(own.handle))}>
            {m.workshops_leave()}
          </Button>
        )}
        {isAdmin && (
          <Button variant="removal" size="small" onClick={() => setAsked(dissolve)}>
            {m.workshops_dissolve()}
          </Button>
        )}
      </div>
      {isNaming && <NameDialog workshop={workshop} onClose={() => setNaming(false)} />}
      {asked && <ConfirmDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}
