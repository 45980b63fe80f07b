import { stopWorkshopAct } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { hasDecreased, useFocusFallback } from '../../../lib/page/use-focus-fallback.ts'
import { describeQueryError } from '../../../lib/query/query-client.ts'
import { formatZonedDateTime } from '../../../lib/text/format-time.ts'
import { keepDates } from '../../../lib/text/rich-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { AlertIcon } from '../../../ui/icon/icons.tsx'
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { MachinePicture } from '../machine-picture.tsx'
import { machinesQuery } from '../machines-query.ts'
import { refreshWorkshops, type WorkshopAct } from '../owner/workshops-query.ts'
import { WorkshopPicture } from './workshop-picture.tsx'

const TITLES = {
  transfer: m.workshops_act_transfer,
  release: m.workshops_act_release,
  confirm: m.workshops_act_confirm,
  remove: m.workshops_act_remove,
  dissolve: m.workshops_act_dissolve,
} as const

const titleOf = ({ kind, name }: WorkshopAct): string => TITLES[kind]({ name })

/** What takes effect later, with the way to stop it. Shows nothing without any. */
export function ActsCard({ workshop, acts }: { workshop: string; acts: readonly WorkshopAct[] }) {
  const list = useRef<HTMLDivElement>(null)
  useFocusFallback(list, acts.length, hasDecreased)
  if (acts.length === 0) return null
  return (
    <Card isUrgent title={m.workshops_acts()} description={m.workshops_acts_text()}>
      <div ref={list} tabIndex={-1}>
        <ItemList>
          {acts.map(act => (
            <Item
              key={act.id}
              mark={<ActPicture act={act} />}
              {...(act.kind === 'remove' && { person: act.name })}
              title={titleOf(act)}
              facts={
                <>
                  <span>
                    {keepDates(m.workshops_act_time({ time: formatZonedDateTime(act.effectTime) }))}
                  </span>
                  <span>{m.workshops_act_by({ name: act.by })}</span>
                </>
              }
              actions={<StopButton workshop={workshop} act={act} />}
            />
          ))}
        </ItemList>
      </div>
    </Card>
  )
}

/** The machine or the workshop that it changes. */
function ActPicture({ act: { kind, machine } }: { act: WorkshopAct }) {
  const line = useQuery(machinesQuery()).data?.find(({ id }) => id === machine)?.line
  if (line !== undefined) return <MachinePicture line={line} />
  return kind === 'dissolve' ? <WorkshopPicture /> : <AlertIcon />
}

function StopButton({ workshop, act }: { workshop: string; act: WorkshopAct }) {
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
      size="small"
      pending={stop.isPending}
      aria-label={m.workshops_stop_what({ name: titleOf(act) })}
      onClick={() => stop.mutate()}
    >
      {m.workshops_stop()}
    </Button>
  )
}
