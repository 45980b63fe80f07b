import { describeWorkshop, joinWorkshop } from '@kerf/contract/machines/workshops'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { errorNameOf } from '../../../lib/api/error-name.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { useDocumentTitle } from '../../../lib/page/document-title.ts'
import { accountBase, accountLabel } from '../../../lib/session/account.ts'
import { formatZonedDateTime } from '../../../lib/text/format-time.ts'
import { breakableAddress, insertElements, keepDates } from '../../../lib/text/rich-text.tsx'
import { portalHref } from '../../../lib/url/links.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { DescriptionItem, DescriptionList } from '../../../ui/description-list/description-list.tsx'
import { ErrorNotice } from '../../../ui/error-notice/error-notice.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { PageStep } from '../../../ui/page-step/page-step.tsx'
import { GuestStep, LoadingStep, OfferCard, OfferedName } from '../join-machine.tsx'
import { forgetOfferCode } from '../offer-code.ts'
import { useDescribedOffer } from '../use-described-offer.ts'
import { WORKSHOP_SCENE, WorkshopPicture } from './workshop-picture.tsx'

/** The page of a join code. Opening it asks for nothing. `otherAccount`: the way to another account. */
export function JoinWorkshop({ code, otherAccount }: { code: string; otherAccount: ReactNode }) {
  const [ended, setEnded] = useState<'gone' | 'waiting' | 'member'>()
  useDocumentTitle(m.workshops_title())
  const { isGuest, described, failure } = useDescribedOffer({
    code,
    gone: 'workshop_code_invalid',
    describe: (offered, signal) =>
      callApi(describeWorkshop, { code: offered }, { signal, expiryIsFine: true }),
    onGone: () => setEnded('gone'),
  })
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      try {
        const { waiting } = await callApi(joinWorkshop, { code }, { signal })
        setEnded(waiting ? 'waiting' : 'member')
      } catch (error) {
        if (errorNameOf(error) !== 'workshop_code_invalid') throw error
        setEnded('gone')
      }
      forgetOfferCode()
    },
  })
  const base = accountBase(described?.info)
  const machines = (
    <ButtonLink wide href={portalHref(`${base}/machines`)}>
      {m.join_open()}
    </ButtonLink>
  )
  if (isGuest)
    return (
      <GuestStep title={m.workshops_guest_title()} text={m.workshops_guest_text()} scene={WORKSHOP_SCENE} />
    )
  if (ended === 'gone')
    return (
      <PageStep title={m.join_gone_title()} text={m.error_workshop_code_invalid()} tone="warning" takesFocus>
        {machines}
      </PageStep>
    )
  if (ended)
    return (
      <PageStep
        title={ended === 'waiting' ? m.join_waiting_title() : m.workshops_join_member_title()}
        text={ended === 'waiting' ? m.workshops_join_done_text() : m.workshops_people_text()}
        tone="success"
        scene={ended !== 'waiting' && WORKSHOP_SCENE}
        takesFocus
      >
        {machines}
      </PageStep>
    )
  if (!described) return <LoadingStep failure={failure} />
  const { offer, info } = described
  return (
    <OfferCard
      picture={<WorkshopPicture />}
      head={
        <>
          <h1>
            {insertElements(m.workshops_join_title({ name: '{name}' }), {
              name: <OfferedName>{offer.name}</OfferedName>,
            })}
          </h1>
          <p>{m.workshops_join_admins()}</p>
          <strong>{offer.admins.join(m.settings_list_join())}</strong>
        </>
      }
    >
      <p>{m.workshops_join_text()}</p>
      <DescriptionList>
        <DescriptionItem name={m.join_ask_by()}>
          {keepDates(formatZonedDateTime(offer.expireTime))}
        </DescriptionItem>
        <DescriptionItem name={m.join_account()} wide actions={otherAccount}>
          {breakableAddress(accountLabel(info))}
        </DescriptionItem>
      </DescriptionList>
      <Notice>{m.workshops_join_seen()}</Notice>
      <form {...form.props}>
        <ErrorNotice error={form.submitError} />
        <Button type="submit" wide pending={form.pending}>
          {m.workshops_join_submit()}
        </Button>
        <ButtonLink variant="secondary" wide href={portalHref(`${base}/machines`)}>
          {m.join_decline()}
        </ButtonLink>
      </form>
    </OfferCard>
  )
}
