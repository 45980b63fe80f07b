import type { OutputOf } from '@kerf/contract/endpoint'
import { type listUnlockedMachines, removeUnlockedMachine } from '@kerf/contract/endpoints/welder'
import * as m from '@kerf/locales/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { HomeRow } from '../../features/home/home-card.tsx'
import { unlockedMachinesQuery } from '../../features/welder/unlocked-machines-query.ts'
import { callApi } from '../../lib/api/api-client.ts'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { Button } from '../../ui/button/button.tsx'
import { PLATFORMS } from '../../ui/icon/platforms.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { toast } from '../../ui/toast/toast.ts'

export type UnlockedMachine = OutputOf<typeof listUnlockedMachines>['machines'][number]

/** A machine that the person unlocked. Removing it only shortens the list: the machine stays unlocked. */
export function UnlockedMachineRow({ machine, snEnd, lightSource, lastRequest }: UnlockedMachine) {
  const queryClient = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const remove = useMutation({
    mutationFn: () => callApi(removeUnlockedMachine, { machine }),
    onSuccess() {
      // The button disappears: the focus goes to the card's content.
      button.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus()
      queryClient.setQueryData(unlockedMachinesQuery().queryKey, known =>
        known?.filter(other => other.machine !== machine),
      )
      toast(m.home_machine_removed(), 'success')
    },
    onError(error) {
      const text = describeQueryError(error)?.text
      if (text) toast(text(), 'danger')
    },
  })
  return (
    <HomeRow
      mark={<PLATFORMS.os.Icon />}
      title={m.home_welder({ power: lightSource })}
      detail={
        <>
          {m.machines_sn_end({ end: snEnd })} · <RelativeTime at={lastRequest} />
        </>
      }
      action={
        <Button
          ref={button}
          variant="removal"
          size="small"
          pending={remove.isPending}
          aria-label={m.home_machine_remove_name({ end: snEnd })}
          onClick={() => remove.mutate()}
        >
          {m.home_machine_remove()}
        </Button>
      }
    />
  )
}
