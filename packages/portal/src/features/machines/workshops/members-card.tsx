import type { OutputOf } from '@kerf/contract/endpoint'
import {
  approveWorkshopMember,
  inviteToWorkshop,
  makeWorkshopAdmin,
  removeWorkshopMember,
  withdrawWorkshopInvitation,
} from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { hasDecreased, useFocusFallback } from '../../../lib/page/use-focus-fallback.ts'
import { describeQueryError, queryClient } from '../../../lib/query/query-client.ts'
import { formatDate, formatZonedDateTime } from '../../../lib/text/format-time.ts'
import { keepDates } from '../../../lib/text/rich-text.tsx'
import { withReauthentication } from '../../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { type Confirmation, ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { LinkIcon } from '../../../ui/icon/icons.tsx'
import { Item, ItemList, ItemSkeletons } from '../../../ui/item-list/item-list.tsx'
import { LoadRegion } from '../../../ui/load-region/load-region.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import styles from '../machines.module.css'
import type { Machine } from '../machines-query.ts'
import { OfferDialog } from '../offer-dialog.tsx'
import {
  isAdminOf,
  membersQuery,
  refreshWorkshops,
  type Workshop,
  type WorkshopAct,
  type WorkshopMember,
} from '../owner/workshops-query.ts'
import { PassesNotice, type RemovedPasses } from '../passes-notice.tsx'
import { useWaitingFirst } from '../use-waiting-first.ts'
import { showJoinCode } from './join-code.ts'
import { ShareDialog } from './share-dialog.tsx'
import { workshopRole } from './workshops-card.tsx'

const refresh = async (workshop: string): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries(membersQuery(workshop)), refreshWorkshops()])
}

/** The dialog closes first: the focus must return to the button before the reload removes it, so that the list can move it. */
const refreshAfterClose = (workshop: string): void => {
  void refresh(workshop)
}

const showFailure = (error: Error): void => {
  const text = describeQueryError(error)?.text
  if (text) toast(text(), 'danger')
}

interface Props {
  workshop: Workshop
  /** of the workshop */
  machines: readonly Machine[]
}

/** Who is in the workshop, who asks to join, and the join code. */
export function MembersCard({ workshop, machines }: Props) {
  const query = useQuery(membersQuery(workshop.id))
  const [asked, setAsked] = useState<Confirmation>()
  const [passes, setPasses] = useState<RemovedPasses>()
  const [sharing, setSharing] = useState<WorkshopMember>()
  const [code, setCode] = useState<OutputOf<typeof inviteToWorkshop>>()
  const list = useRef<HTMLDivElement>(null)
  const { members: unordered = [], invitations = [] } = query.data ?? {}
  const members = useWaitingFirst(unordered)
  const removals = members.map(member => findRemoval(workshop, members, member))
  const pendingRemovals = removals.filter(Boolean).length
  // A person who is approved loses the button that had the focus. An admin who is to be removed loses the menu.
  const waiting = members.filter(member => member.waiting).length
  useFocusFallback(list, members.length - pendingRemovals + waiting + invitations.length, hasDecreased)
  const isAdmin = isAdminOf(workshop)
  const params = { workshop: workshop.id }
  const invite = useMutation({
    mutationFn: () => callApi(inviteToWorkshop, undefined, { params }),
    async onSuccess(created) {
      setCode(created)
      await refresh(workshop.id)
    },
    onError: showFailure,
  })
  const withdraw = (invitation: string): Confirmation => ({
    title: m.workshops_code_withdraw_what(),
    text: m.workshops_code_withdraw_text(),
    submit: m.workshops_code_withdraw(),
    async run(signal) {
      await callApi(withdrawWorkshopInvitation, undefined, { params: { ...params, invitation }, signal })
      toast(m.workshops_code_withdrawn(), 'success')
      refreshAfterClose(workshop.id)
    },
  })
  return (
    <Card
      title={m.workshops_people()}
      description={isAdmin ? m.workshops_people_text() : m.workshops_people_text_member()}
      action={
        isAdmin && (
          <Button variant="secondary" pending={invite.isPending} onClick={() => invite.mutate()}>
            {m.workshops_code()}
          </Button>
        )
      }
    >
      {passes && <PassesNotice {...passes} />}
      <LoadRegion
        query={query}
        skeleton={<ItemSkeletons />}
        loadingText={m.workshops_people_loading()}
        className={styles.body}
      >
        {() => (
          <div ref={list} tabIndex={-1} className={styles.body}>
            <ItemList>
              {members.map((member, index) => (
                <MemberItem
                  key={member.handle}
                  workshop={workshop}
                  member={member}
                  removal={removals[index]}
                  onAsk={setAsked}
                  onRemoved={setPasses}
                  onShare={machines.length > 0 ? () => setSharing(member) : undefined}
                />
              ))}
            </ItemList>
            {invitations.length > 0 && (
              <section className={styles.body} aria-label={m.invite_pending()}>
                <h3>{m.invite_pending()}</h3>
                <ItemList>
                  {invitations.map(({ id, expireTime }) => (
                    <Item
                      key={id}
                      mark={<LinkIcon />}
                      title={m.workshops_code_title()}
                      facts={
                        <span>
                          {keepDates(m.workshops_code_open({ time: formatZonedDateTime(expireTime) }))}
                        </span>
                      }
                      actions={
                        <Button
                          variant="removal"
                          size="small"
                          aria-label={m.workshops_code_withdraw_what()}
                          onClick={() => setAsked(withdraw(id))}
                        >
                          {m.workshops_code_withdraw()}
                        </Button>
                      }
                    />
                  ))}
                </ItemList>
              </section>
            )}
          </div>
        )}
      </LoadRegion>
      {code && (
        <OfferDialog
          title={m.workshops_code_title()}
          text={m.workshops_code_text()}
          note={m.workshops_code_note({ time: formatZonedDateTime(code.expireTime) })}
          {...code}
          shownCode={showJoinCode(code.code)}
          onClose={() => setCode(undefined)}
        />
      )}
      {sharing && (
        <ShareDialog
          workshop={workshop.id}
          member={sharing}
          machines={machines}
          onClose={() => setSharing(undefined)}
        />
      )}
      {asked && <ConfirmDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}

/** The act that is going to remove the member. Acts name people and have no handle: none is found for members of the same name. */
function findRemoval({ acts }: Workshop, members: readonly WorkshopMember[], { name }: WorkshopMember) {
  const isUnique = members.filter(one => one.name === name).length === 1
  return isUnique ? acts.find(act => act.kind === 'remove' && act.name === name) : undefined
}

interface ItemProps {
  workshop: Workshop
  member: WorkshopMember
  removal: WorkshopAct | undefined
  onAsk(confirmation: Confirmation): void
  onRemoved(passes: RemovedPasses): void
  /** undefined: there is no machine to give */
  onShare: (() => void) | undefined
}

function MemberItem({
  workshop: { id: workshop, ...rest },
  member,
  removal,
  onAsk,
  onRemoved,
  onShare,
}: ItemProps) {
  const { handle, name, role, waiting, self } = member
  const params = { workshop, member: handle }
  // The card at the top of the page cancels a removal.
  const manages = isAdminOf({ id: workshop, ...rest }) && !self && !removal
  const remove: Confirmation = {
    title: waiting ? m.workshops_refuse_title({ name }) : m.workshops_remove_title({ name }),
    text: waiting
      ? m.workshops_refuse_text({ name })
      : role === 'admin'
        ? m.workshops_remove_admin_text({ name })
        : m.workshops_remove_text({ name }),
    submit: waiting ? m.workshops_refuse() : m.workshops_remove(),
    danger: true,
    async run(signal) {
      const {
        effectTime,
        passUntil = null,
        allRenew = false,
      } = await withReauthentication(() => callApi(removeWorkshopMember, undefined, { params, signal }))
      const done = waiting ? m.workshops_refused({ name }) : m.workshops_removed({ name })
      toast(
        effectTime === null ? done : m.workshops_started({ time: formatZonedDateTime(effectTime) }),
        'success',
      )
      onRemoved({ name, passUntil, allRenew })
      refreshAfterClose(workshop)
    },
  }
  const promote: Confirmation = {
    title: m.workshops_promote_title({ name }),
    text: m.workshops_promote_text(),
    submit: m.workshops_promote(),
    async run(signal) {
      await withReauthentication(() => callApi(makeWorkshopAdmin, undefined, { params, signal }))
      toast(m.workshops_promoted({ name }), 'success')
      refreshAfterClose(workshop)
    },
  }
  return (
    <Item
      person={name}
      title={
        <>
          {name} {self && <span className={styles.soft}>{m.people_you()}</span>}
        </>
      }
      badge={
        waiting
          ? m.workshops_role_waiting()
          : removal && m.workshops_removal_on({ date: formatDate(removal.effectTime) })
      }
      badgeTone="warning"
      facts={<span>{workshopRole({ role, waiting: false })}</span>}
      actions={
        manages &&
        (waiting ? (
          <>
            <ApproveButton workshop={workshop} member={member} />
            <Button
              variant="removal"
              size="small"
              aria-label={m.workshops_refuse_what({ name })}
              onClick={() => onAsk(remove)}
            >
              {remove.submit}
            </Button>
          </>
        ) : (
          <Menu
            label={m.workshops_actions({ name })}
            actions={[
              ...(role === 'member'
                ? [
                    ...(onShare ? [{ name: m.workshops_share(), run: onShare }] : []),
                    { name: m.workshops_promote(), run: () => onAsk(promote) },
                  ]
                : []),
              { name: remove.submit, danger: true, run: () => onAsk(remove) },
            ]}
          />
        ))
      }
    />
  )
}

function ApproveButton({ workshop, member: { handle, name } }: { workshop: string; member: WorkshopMember }) {
  const approve = useMutation({
    mutationFn: () => callApi(approveWorkshopMember, undefined, { params: { workshop, member: handle } }),
    async onSuccess() {
      toast(m.workshops_approved({ name }), 'success')
      await refresh(workshop)
    },
    onError: showFailure,
  })
  return (
    <Button
      size="small"
      pending={approve.isPending}
      aria-label={m.workshops_approve_what({ name })}
      onClick={() => approve.mutate()}
    >
      {m.workshops_approve()}
    </Button>
  )
}
