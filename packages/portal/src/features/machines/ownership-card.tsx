import type { OutputOf } from '@kerf/contract/endpoint'
import {
  cancelMachineTransfer,
  releaseMachine,
  setMachineLost,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useRef, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { useFocusFallback } from '../../lib/page/use-focus-fallback.ts'
import { formatZonedDateTime } from '../../lib/text/format-time.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { type Confirmation, ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { ActionRow } from './action-row.tsx'
import { machineName } from './machine-picture.tsx'
import styles from './machines.module.css'
import { type Machine, refreshMachines, typedToConfirm, useHandoverRefusal } from './machines-query.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { refreshWorkshops, usePendingActs } from './owner/workshops-query.ts'
import { RenewedCardDialog } from './renewed-card-dialog.tsx'

interface Props {
  machine: Machine
  /** further acts of an owner, between handing over and losing */
  children?: ReactNode
  onReleased(): void
}

/** A button was removed, or another one is in its place. */
const hasOtherButtons = (before: string, now: string): boolean => before !== now

/** What only the owner or an admin of the owning workshop does: hand over, report lost, release. */
export function OwnershipCard({ machine, children, onReleased }: Props) {
  const { id, lost, transferring, workshop } = machine
  const acts = useRef<HTMLDivElement>(null)
  const pendingRelease = usePendingActs(machine).find(({ kind }) => kind === 'release')
  const refusal = useHandoverRefusal(machine)
  useFocusFallback(acts, `${transferring} ${pendingRelease?.id}`, hasOtherButtons)
  const [asked, setAsked] = useState<Confirmation>()
  const [offer, setOffer] = useState<OutputOf<typeof startMachineTransfer>>()
  const [card, setCard] = useState<string>()
  const params = { machine: id }
  const startTransfer: Confirmation = {
    title: m.transfer_title(),
    text: workshop ? m.transfer_start_text_workshop() : m.transfer_start_text(),
    submit: transferring ? m.transfer_again() : m.transfer_start(),
    async run(signal) {
      setOffer(await withReauthentication(() => callApi(startMachineTransfer, undefined, { params, signal })))
      await Promise.all([refreshMachines(), refreshWorkshops()])
    },
  }
  const cancelTransfer: Confirmation = {
    title: m.transfer_cancel(),
    text: m.transfer_cancel_text(),
    submit: m.transfer_cancel(),
    async run(signal) {
      await callApi(cancelMachineTransfer, undefined, { params, signal })
      toast(m.transfer_cancelled(), 'success')
      // The dialog closes first: the focus must return to the button before the reload removes it.
      void refreshMachines()
    },
  }
  const changeLost: Confirmation = {
    title: lost ? m.lost_clear() : m.lost_title(),
    text: lost ? m.lost_clear_text() : m.lost_set_text(),
    submit: lost ? m.lost_clear() : m.lost_set(),
    async run(signal) {
      await withReauthentication(() => callApi(setMachineLost, { lost: !lost }, { params, signal }))
      toast(m.machines_saved(), 'success')
      await refreshMachines()
    },
  }
  const release: Confirmation = {
    title: m.release_title({ name: machineName(machine) }),
    text: workshop ? m.release_confirm_workshop() : m.release_confirm(),
    submit: m.release_submit(),
    danger: true,
    typed: typedToConfirm(machine),
    async run(signal) {
      const done = await withReauthentication(() => callApi(releaseMachine, undefined, { params, signal }))
      if (done.effectTime !== null) {
        toast(m.workshops_started({ time: formatZonedDateTime(done.effectTime) }), 'success')
        // The dialog closes first, here too: the reload removes the button.
        void refreshWorkshops()
      } else if (done.card === null) await leave()
      else setCard(done.card)
    },
  }
  async function leave() {
    toast(m.release_done(), 'success')
    await refreshMachines()
    onReleased()
  }
  return (
    <Card title={m.owner_title()}>
      <div ref={acts} tabIndex={-1} className={styles.acts} data-rows="">
        <ActionRow
          title={m.transfer_title()}
          text={refusal ?? (transferring ? m.transfer_open() : m.transfer_text())}
        >
          {transferring && (
            <Button variant="removal" onClick={() => setAsked(cancelTransfer)}>
              {cancelTransfer.submit}
            </Button>
          )}
          {!refusal && (
            <Button variant="secondary" onClick={() => setAsked(startTransfer)}>
              {startTransfer.submit}
            </Button>
          )}
        </ActionRow>
        {children}
        <ActionRow title={m.lost_act()} text={lost ? m.lost_is() : m.lost_text()}>
          <Button variant="secondary" onClick={() => setAsked(changeLost)}>
            {changeLost.submit}
          </Button>
        </ActionRow>
        <ActionRow
          title={m.release_act()}
          text={
            pendingRelease
              ? m.release_pending({ time: formatZonedDateTime(pendingRelease.effectTime) })
              : workshop
                ? m.release_text_workshop()
                : m.release_text()
          }
        >
          {/* The card at the top of the page cancels it. */}
          {!pendingRelease && (
            <Button variant="secondary" className={styles.danger} onClick={() => setAsked(release)}>
              {release.submit}
            </Button>
          )}
        </ActionRow>
      </div>
      {asked && <ConfirmDialog asked={asked} onClose={() => setAsked(undefined)} />}
      {card !== undefined && !asked && <RenewedCardDialog card={card} onClose={leave} />}
      {offer && !asked && (
        <OfferDialog
          title={m.transfer_ready()}
          text={
            offer.effectTime === null
              ? m.transfer_ready_text({ time: formatZonedDateTime(offer.expireTime) })
              : m.workshops_transfer_later({
                  from: formatZonedDateTime(offer.effectTime),
                  time: formatZonedDateTime(offer.expireTime),
                })
          }
          {...offer}
          onClose={() => setOffer(undefined)}
        />
      )}
    </Card>
  )
}
