import { stopWorkshopAct } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../../lib/api/api-client.ts'
import { describeQueryError } from '../../../lib/query/query-client.ts'
import { Button, type ButtonProps } from '../../../ui/button/button.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { refreshWorkshops, type WorkshopAct } from './workshops-query.ts'

const TITLES = {
  transfer: m.workshops_act_transfer,
  release: m.workshops_act_release,
  confirm: m.workshops_act_confirm,
  remove: m.workshops_act_remove,
  dissolve: m.workshops_act_dissolve,
} as const

export const actTitle = ({ kind, name }: WorkshopAct): string => TITLES[kind]({ name })

interface Props extends Pick<ButtonProps, 'size'> {
  workshop: string
  act: WorkshopAct
  /** Completes the name of the button. An act stands in two rows of a page, and no two buttons have one name. */
  row: string
}

/** Stops what takes effect later. For admins of the workshop. */
export function StopActButton({ workshop, act, row, size = 'medium' }: Props) {
  const stop = useMutation({
    mutationFn: () => callApi(stopWorkshopAct, undefined, { params: { workshop, act: act.id } }),
    onSuccess: () => toast(m.workshops_stopped(), 'success'),
    onError(error) {
      const text = describeQueryError(error)?.text
      if (text) toast(text(), 'danger')
    },
    onSettled: refreshWorkshops,
  })
  return (
    <Button
      variant="secondary"
      size={size}
      pending={stop.isPending}
      aria-label={m.workshops_stop_what({ name: row })}
      onClick={() => stop.mutate()}
    >
      {m.workshops_stop()}
    </Button>
  )
}
