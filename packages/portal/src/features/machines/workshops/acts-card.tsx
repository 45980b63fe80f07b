import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { hasDecreased, useFocusFallback } from '../../../lib/page/use-focus-fallback.ts'
import { formatZonedDateTime } from '../../../lib/text/format-time.ts'
import { keepDates } from '../../../lib/text/rich-text.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { AlertIcon } from '../../../ui/icon/icons.tsx'
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx'
import { MachinePicture } from '../machine-picture.tsx'
import { machinesQuery } from '../machines-query.ts'
import { actTitle, StopActButton } from '../owner/stop-act-button.tsx'
import type { WorkshopAct } from '../owner/workshops-query.ts'
import { WorkshopPicture } from './workshop-picture.tsx'

/** What takes effect later, with the way to cancel it. Shows nothing without any. */
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
              title={actTitle(act)}
              facts={
                <>
                  <span>
                    {keepDates(m.workshops_act_time({ time: formatZonedDateTime(act.effectTime) }))}
                  </span>
                  <span>{m.workshops_act_by({ name: act.by })}</span>
                </>
              }
              actions={<StopActButton workshop={workshop} act={act} />}
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
