import { stopWorkshopAct } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../../lib/api/api-client.ts'
import { describeQueryError } from '../../../lib/query/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { refreshWorkshops, type WorkshopAct } from './workshops-query.ts'

const TITLES = {
  transfer: m.workshops_act_transfer,
  release: m.workshops_act_release,
  confirm: m.workshops_act_confirm,
  remove: m.workshops_act_remove,
  dissolve: m.workshops_act_dissolve,
} as const

const LABELS = {
  transfer: m.workshops_stop_transfer,
  release: m.workshops_stop_release,
  confirm: m.workshops_stop_transfer,
  remove: m.workshops_stop_remove,
  dissolve: m.workshops_stop_dissolve,
} satisfies Record<WorkshopAct['kind'], () => string>

export const actTitle = ({ kind, name }: WorkshopAct): string => TITLES[kind]({ name })

interface Props {
  workshop: string
  act: WorkshopAct
}

/** Cancels what takes effect later, for admins. Its label names that: “Stop” alone reads like a command to the machine. */
export function StopActButton({ workshop, act }: Props) {
  const stop = useMutation({
    mutationFn: () => callApi(stopWorkshopAct, undefined, { params: { workshop, act: act.id } }),
    onSuccess: () => toast(m.workshops_stopped(), 'success'),
    onError(error) {
      const text = describeQueryError(error)?.text
      if (text) toast(text(), 'danger')
    },
    onSettled: refreshWorkshops,
  })
  const label = LABELS[act.kind]()
  return (
    <Button
      variant="secondary"
      size="small"
      pending={stop.isPending}
      aria-label={m.workshops_stop_what({ act: label, name: actTitle(act) })}
      onClick={() => stop.mutate()}
    >
      {label}
    </Button>
  )
}
