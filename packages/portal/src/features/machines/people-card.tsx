import {
  approveMachinePerson,
  removeMachinePerson,
  withdrawMachineInvitation,
} from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { hasDecreased, useFocusFallback } from '../../lib/page/use-focus-fallback.ts'
import { describeQueryError, queryClient } from '../../lib/query/query-client.ts'
import { formatDate, formatZonedDateTime } from '../../lib/text/format-time.ts'
import { keepDates } from '../../lib/text/rich-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { type Confirmation, ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { LetterIcon, LinkIcon } from '../../ui/icon/icons.tsx'
import { Item, ItemList, ItemSkeletons } from '../../ui/item-list/item-list.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { type Invitation, InviteDialog } from './invite-dialog.tsx'
import styles from './machines.module.css'
import {
  type Machine,
  type MachineInvitation,
  type MachinePeople,
  type MachinePerson,
  ownsMachine,
  peopleQuery,
  ROLE_NAMES,
  refreshMachines,
} from './machines-query.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { PassesNotice, type RemovedPasses } from './passes-notice.tsx'
import { useWaitingFirst } from './use-waiting-first.ts'

interface Props {
  machine: Machine
  /** the person has left */
  onLeft(): void
}

/** Who may use the machine, and the open invitations. */
export function PeopleCard({ machine, onLeft }: Props) {
  const query = useQuery(peopleQuery(machine.id))
  const [inviting, setInviting] = useState(false)
  const [invitation, setInvitation] = useState<Invitation>()
  const [asked, setAsked] = useState<Confirmation>()
  const [passes, setPasses] = useState<RemovedPasses>()
  const manages = machine.role !== 'operator'
  const params = { machine: machine.id }
  const refresh = () => queryClient.invalidateQueries(peopleQuery(machine.id))
  /** The dialog closes first: the focus must return to the button before the reload removes it, so that the list can move it. */
  const refreshAfterClose = () => void refresh()

  const remove = ({ handle, name, waiting, passUntil }: MachinePerson) =>
    setAsked({
      title: waiting ? m.workshops_refuse_title({ name }) : m.people_remove_title({ name }),
      text: waiting
        ? m.people_refuse_text({ name })
        : passUntil == null
          ? m.people_remove_text({ name })
          : m.people_remove_text_pass({ name, time: formatZonedDateTime(passUntil) }),
      submit: waiting ? m.workshops_refuse() : m.people_remove(),
      danger: true,
      async run(signal) {
        const removed = await callApi(removeMachinePerson, undefined, {
          params: { ...params, handle },
          signal,
        })
        toast(waiting ? m.workshops_refused({ name }) : m.people_removed({ name }), 'success')
        setPasses({ ...removed, name })
        refreshAfterClose()
      },
    })
  const leave = ({ handle }: MachinePerson) =>
    setAsked({
      title: m.people_leave(),
      text: m.people_leave_text(),
      submit: m.people_leave(),
      danger: true,
      async run(signal) {
        await callApi(removeMachinePerson, undefined, { params: { ...params, handle }, signal })
        toast(m.people_left(), 'success')
        await refreshMachines()
        onLeft()
      },
    })
  const withdraw = ({ id }: MachineInvitation) =>
    setAsked({
      title: m.invite_withdraw_title(),
      text: m.invite_withdraw_text(),
      submit: m.invite_withdraw(),
      async run(signal) {
        await callApi(withdrawMachineInvitation, undefined, { params: { ...params, invitation: id }, signal })
        toast(m.invite_withdrawn(), 'success')
        refreshAfterClose()
      },
    })
  return (
    <Card
      id="people"
      title={m.people_title()}
      description={manages ? m.people_text() : m.people_text_operator()}
      action={
        manages && (
          <Button variant="secondary" onClick={() => setInviting(true)}>
            {m.people_invite()}
          </Button>
        )
      }
    >
      {passes && <PassesNotice {...passes} />}
      <LoadRegion
        query={query}
        skeleton={<ItemSkeletons />}
        loadingText={m.people_loading()}
        className={styles.body}
      >
        {people => (
          <PeopleList
            people={people}
            machine={machine}
            onRemove={remove}
            onLeave={leave}
            onWithdraw={withdraw}
          />
        )}
      </LoadRegion>
      {inviting && (
        <InviteDialog
          machine={machine}
          onCreated={async created => {
            await refresh()
            setInviting(false)
            setInvitation(created)
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {invitation && (
        <OfferDialog
          title={m.invite_ready()}
          text={m.invite_ready_text({ time: formatZonedDateTime(invitation.expireTime) })}
          {...invitation}
          onClose={() => setInvitation(undefined)}
        />
      )}
      {asked && <ConfirmDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}

const inviteeOf = ({ email, uses }: MachineInvitation): string =>
  email ?? (uses === 1 ? m.invite_link_one() : m.invite_link({ count: uses }))

interface ListProps {
  people: MachinePeople
  machine: Machine
  onRemove(person: MachinePerson): void
  onLeave(person: MachinePerson): void
  onWithdraw(invitation: MachineInvitation): void
}

function PeopleList({ people: { people, invitations }, machine, onRemove, onLeave, onWithdraw }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useWaitingFirst(people)
  // A person who is approved loses the button that had the focus.
  const waiting = people.filter(person => person.waiting).length
  useFocusFallback(list, people.length + waiting + invitations.length, hasDecreased)
  /** A manager removes operators only. */
  const mayRemove = ({ role }: MachinePerson) =>
    ownsMachine(machine) || (machine.role === 'manager' && role === 'operator')
  /** An admin is removed from the workshop. */
  const isOwner = ({ role, admin }: MachinePerson) => role === 'owner' || admin
  return (
    <div ref={list} tabIndex={-1} className={styles.body}>
      <ItemList>
        {shown.map(person => (
          <Item
            key={person.handle}
            person={person.name}
            title={
              <>
                {person.name} {person.self && <span className={styles.soft}>{m.people_you()}</span>}
              </>
            }
            badge={person.waiting && m.people_waiting()}
            badgeTone="warning"
            facts={<PersonFacts person={person} />}
            actions={
              <>
                {person.waiting && mayRemove(person) && (
                  <ApproveButton person={person} machine={machine.id} />
                )}
                {person.self && !isOwner(person) && (
                  <Button
                    variant="removal"
                    size="small"
                    aria-label={m.people_leave()}
                    onClick={() => onLeave(person)}
                  >
                    {m.people_leave_act()}
                  </Button>
                )}
                {!person.self && !isOwner(person) && mayRemove(person) && (
                  <Button
                    variant="removal"
                    size="small"
                    aria-label={
                      person.waiting
                        ? m.workshops_refuse_what({ name: person.name })
                        : m.people_remove_what({ name: person.name })
                    }
                    onClick={() => onRemove(person)}
                  >
                    {person.waiting ? m.workshops_refuse() : m.people_remove()}
                  </Button>
                )}
              </>
            }
          />
        ))}
      </ItemList>
      {invitations.length > 0 && (
        <section className={styles.body} aria-label={m.invite_pending()}>
          <h3>{m.invite_pending()}</h3>
          <ItemList>
            {invitations.map(invitation => (
              <Item
                key={invitation.id}
                mark={invitation.email === null ? <LinkIcon /> : <LetterIcon />}
                title={inviteeOf(invitation)}
                facts={
                  <>
                    <span>{ROLE_NAMES[invitation.role]()}</span>
                    {invitation.until !== null && (
                      <span>{keepDates(m.invite_access({ date: formatDate(invitation.until) }))}</span>
                    )}
                    <span>
                      {keepDates(m.invite_valid({ time: formatZonedDateTime(invitation.expireTime) }))}
                    </span>
                  </>
                }
                actions={
                  (ownsMachine(machine) || invitation.role === 'operator') && (
                    <Button
                      variant="removal"
                      size="small"
                      aria-label={m.invite_withdraw_what({ name: inviteeOf(invitation) })}
                      onClick={() => onWithdraw(invitation)}
                    >
                      {m.invite_withdraw()}
                    </Button>
                  )
                }
              />
            ))}
          </ItemList>
        </section>
      )}
    </div>
  )
}

/** Facts of one person. The own row does not name a missing course, because the card of the machine does. */
const PersonFacts = ({
  person: { role, admin, until, mayStart, waiting, self },
}: {
  person: MachinePerson
}) => (
  <>
    <span>{admin ? m.workshops_role_admin() : ROLE_NAMES[role]()}</span>
    {until !== null && <span>{keepDates(m.machines_until({ date: formatDate(until) }))}</span>}
    {!waiting && mayStart !== null && (mayStart || !self) && (
      <span>{mayStart ? m.people_may_start() : m.machines_course()}</span>
    )}
  </>
)

/** Gives a person who opened a link for several people the role. */
function ApproveButton({ person: { handle, name }, machine }: { person: MachinePerson; machine: string }) {
  const approve = useMutation({
    mutationFn: () => callApi(approveMachinePerson, undefined, { params: { machine, handle } }),
    async onSuccess() {
      toast(m.people_approved({ name }), 'success')
      await queryClient.invalidateQueries(peopleQuery(machine))
    },
    onError(error) {
      const text = describeQueryError(error)?.text
      if (text) toast(text(), 'danger')
    },
  })
  return (
    <Button
      size="small"
      pending={approve.isPending}
      aria-label={m.people_approve_what({ name })}
      onClick={() => approve.mutate()}
    >
      {m.people_approve()}
    </Button>
  )
}
