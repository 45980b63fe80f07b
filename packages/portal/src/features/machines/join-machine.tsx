import type { OutputOf } from '@kerf/contract/endpoint'
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  describeMachineOffer,
} from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { accountBase, accountLabel, type FullInfo } from '../../lib/session/account.ts'
import { formatDate, formatZonedDateTime } from '../../lib/text/format-time.ts'
import { breakableAddress, insertElements, keepDates } from '../../lib/text/rich-text.tsx'
import { joinSentences } from '../../lib/text/sentence-space.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ScanButton } from '../../parts/scan/scan-button.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { ErrorNotice, type NoticeError } from '../../ui/error-notice/error-notice.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import step from '../../ui/page-step/page-step.module.css'
import { PageStep } from '../../ui/page-step/page-step.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './join-machine.module.css'
import { kindName, MachinePicture, machineName, machineScene } from './machine-picture.tsx'
import { type Machine, ownsMachine, ROLE_NAMES } from './machines-query.ts'
import { forgetOfferCode, useOfferCode } from './offer-code.ts'
import { OwnerChoice, ownerInput } from './owner/owner-choice.tsx'
import { workshopsQuery } from './owner/workshops-query.ts'
import { CourseAction, courseTitle } from './training-missing.tsx'
import { useDescribedOffer } from './use-described-offer.ts'

type Offer = OutputOf<typeof describeMachineOffer>
type Ended = 'gone' | 'waiting' | { readonly machine: Machine }

/** The page of the link of an invitation or a transfer. Opening it accepts nothing. `otherAccount`: the way to another account. */
export function JoinMachine({ otherAccount }: { otherAccount: ReactNode }) {
  const code = useOfferCode()
  const [ended, setEnded] = useState<Ended>()
  /** The account for which the code offers nothing. The code stays in the tab, for another account. */
  const [refused, setRefused] = useState<FullInfo>()
  const [owner, setOwner] = useState('self')
  useDocumentTitle(m.join_name())
  const { isGuest, described, failure } = useDescribedOffer<Offer>({
    code,
    gone: 'machine_offer_invalid',
    describe: (offered, signal) =>
      callApi(describeMachineOffer, { code: offered }, { signal, expiryIsFine: true }),
    onGone: account => {
      setRefused(account)
      setEnded('gone')
    },
  })
  const isTransfer = described?.offer.kind === 'transfer'
  // Without a time limit, unlike useAllAnswered: a late choice of the owner would move the buttons below it, and a press would
  // make the wrong one the owner.
  const { isPending } = useQuery({ ...workshopsQuery(), enabled: isTransfer })

  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      if (code === undefined || !described) return
      try {
        const accepted = isTransfer
          ? await callApi(acceptMachineTransfer, { code, ...ownerInput(owner) }, { signal })
          : await callApi(acceptMachineInvitation, { code }, { signal })
        setEnded('waiting' in accepted ? 'waiting' : accepted)
      } catch (error) {
        if (errorNameOf(error) !== 'machine_offer_invalid') throw error
        setEnded('gone')
      }
      forgetOfferCode()
    },
  })
  const base = accountBase(described?.info ?? refused)
  /** `isMain`: the page has no better way on */
  const machines = (isMain: boolean) => (
    <ButtonLink variant={isMain ? 'primary' : 'secondary'} wide href={portalHref(`${base}/machines`)}>
      {m.join_open()}
    </ButtonLink>
  )
  if (code === undefined)
    return (
      <PageStep title={m.join_incomplete_title()} text={m.join_incomplete_text()} tone="warning">
        <ScanButton purpose="link" variant="primary" />
        {machines(false)}
      </PageStep>
    )
  // A guest learns nothing of the machine: the picture is that of an unknown kind.
  if (isGuest)
    return <GuestStep title={m.join_guest_title()} text={m.join_guest_text()} scene={machineScene('')} />
  if (ended === 'gone')
    return (
      <PageStep title={m.join_gone_title()} text={m.error_machine_offer_invalid()} tone="warning" takesFocus>
        {refused && (
          <DescriptionList>
            <DescriptionItem name={m.join_account()} wide actions={otherAccount}>
              {breakableAddress(accountLabel(refused))}
            </DescriptionItem>
          </DescriptionList>
        )}
        {machines(true)}
      </PageStep>
    )
  if (ended === 'waiting')
    return (
      <PageStep title={m.join_waiting_title()} text={m.join_waiting_text()} tone="success" takesFocus>
        {machines(true)}
      </PageStep>
    )
  if (ended) {
    const { machine } = ended
    const courses = base === 'profile' ? portalHref('profile/training') : undefined
    return (
      <PageStep
        title={ownsMachine(machine) ? m.join_owner_title() : m.join_done_title()}
        text={joinSentences([
          m.join_done_text({ name: machineName(machine) }),
          !machine.trained && m.pass_missing({ course: courseTitle(machine) }),
          !machine.trained && !courses && m.pass_missing_personal(),
        ])}
        tone="success"
        scene={machineScene(machine.line)}
        takesFocus
      >
        <CourseAction machine={machine} coursesHref={courses} wide />
        <ButtonLink
          variant={machine.trained || !courses ? 'primary' : 'secondary'}
          wide
          href={portalHref(`${base}/machines/${machine.id}`)}
        >
          {m.join_open_machine()}
        </ButtonLink>
      </PageStep>
    )
  }
  if (!described || (isTransfer && isPending)) return <LoadingStep failure={failure} />
  const { offer, info } = described
  return (
    <OfferCard
      picture={<MachinePicture line={offer.line} />}
      head={
        <>
          <h1>{titleOf(offer)}</h1>
          {/* The title of an invitation has the name. */}
          <strong>{isTransfer ? machineName(offer) : kindName(offer.line)}</strong>
          {isTransfer ? (
            offer.name && <p>{kindName(offer.line)}</p>
          ) : (
            <p>{m.machines_sn_end({ end: offer.snEnd })}</p>
          )}
          {offer.ownerSince !== null && (
            <p>{keepDates(m.join_since({ name: offer.from, date: formatDate(offer.ownerSince) }))}</p>
          )}
        </>
      }
    >
      <p>
        {isTransfer ? m.join_transfer_text() : offer.approval ? m.join_approval() : m.join_invitation_text()}
      </p>
      <OfferFacts offer={offer} account={accountLabel(info)} otherAccount={otherAccount} />
      <Notice tone={isTransfer ? 'warning' : 'info'}>
        <p>{isTransfer ? m.join_compare() : m.join_seen()}</p>
      </Notice>
      <form {...form.props}>
        {isTransfer && <OwnerChoice value={owner} onSelect={setOwner} />}
        <ErrorNotice error={form.submitError} />
        <Button type="submit" wide pending={form.pending}>
          {isTransfer ? m.join_take() : offer.approval ? m.join_ask() : m.join_accept()}
        </Button>
        <ButtonLink variant="secondary" wide href={portalHref(`${base}/machines`)}>
          {m.join_decline()}
        </ButtonLink>
      </form>
    </OfferCard>
  )
}

interface OfferCardProps {
  picture: ReactNode
  /** beside the picture: the title, and what is offered */
  head: ReactNode
  /** what it means, the facts and the answers */
  children: ReactNode
}

/** An offer has its title in its card, as its outcome has: the card stays where it is. */
export const OfferCard = ({ picture, head, children }: OfferCardProps) => (
  <div data-outcome>
    <Card>
      <div className={styles.offered}>
        {picture}
        <div>{head}</div>
      </div>
      <div className={step.body}>{children}</div>
    </Card>
  </div>
)

/** In the title of an offer, on a line of its own. */
export const OfferedName = ({ children }: { children: string }) => (
  <span className={styles.name}>{children}</span>
)

const titleOf = ({ kind, from, name }: Offer): ReactNode =>
  kind === 'transfer'
    ? m.join_transfer_title({ name: from })
    : name
      ? insertElements(m.join_invitation_title({ name: '{name}', machine: '{machine}' }), {
          name: from,
          machine: <OfferedName>{name}</OfferedName>,
        })
      : m.join_invitation_unnamed({ name: from })

interface FactsProps {
  offer: Offer
  account: string
  otherAccount: ReactNode
}

/** A transfer makes an owner, and its rights have no end: the title says so. The serial number comes last, next to the warning that asks to compare it. */
const OfferFacts = ({ offer, account, otherAccount }: FactsProps) => (
  <DescriptionList columns>
    {offer.kind !== 'transfer' && (
      <>
        <DescriptionItem name={m.join_role()}>
          {ROLE_NAMES[offer.role]()}
          <span className={styles.meaning}>
            {offer.role === 'manager' ? m.invite_role_manager() : m.invite_role_operator()}
          </span>
        </DescriptionItem>
        <DescriptionItem name={m.join_until()}>
          {offer.until === null ? m.machines_no_end() : keepDates(formatDate(offer.until))}
        </DescriptionItem>
      </>
    )}
    <DescriptionItem name={offer.approval ? m.join_ask_by() : m.join_expires()} wide>
      {keepDates(formatZonedDateTime(offer.expireTime))}
    </DescriptionItem>
    <DescriptionItem name={m.join_account()} wide actions={otherAccount}>
      {breakableAddress(account)}
    </DescriptionItem>
    {offer.kind === 'transfer' && (
      <DescriptionItem name={m.join_sn_end()} wide>
        <span className={styles.sn}>{offer.snEnd}</span>
      </DescriptionItem>
    )}
  </DescriptionList>
)

/** Of the shape of an offer. */
export const LoadingStep = ({ failure }: { failure: NoticeError | undefined }) =>
  failure ? (
    <div data-outcome>
      <Card>
        <ErrorNotice error={failure} />
      </Card>
    </div>
  ) : (
    <OfferCard
      picture={<span className={styles.blank} />}
      head={
        <>
          <Skeleton shape="title" />
          <Skeleton width="half" />
        </>
      }
    >
      <VisuallyHidden role="status">{m.join_loading()}</VisuallyHidden>
      <Skeleton />
      <Skeleton width="half" />
      <Skeleton shape="control" />
    </OfferCard>
  )

/** A guest sees nothing of the offer. Log in and sign-up lead back to this page, whose tab keeps the secret. */
export function GuestStep({ title, text, scene }: { title: string; text: string; scene: ReactNode }) {
  const here = location.origin + location.pathname
  return (
    <PageStep title={title} text={text} tone="info" scene={scene}>
      <ButtonLink wide href={portalHref('login', '', here)}>
        {m.join_log_in()}
      </ButtonLink>
      <ButtonLink variant="secondary" wide href={portalHref('register', '', here)}>
        {m.join_sign_up()}
      </ButtonLink>
    </PageStep>
  )
}
