import type { OutputOf } from '@kerf/contract/endpoint'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { describeNotMe, reportNotMe } from '@kerf/contract/endpoints/session'
import * as m from '@kerf/locales/messages'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf, isSessionExpiry } from '../../lib/api/error-name.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { endSession } from '../../lib/session/session.ts'
import { formatZonedDateTime } from '../../lib/text/format-time.ts'
import { keepDates } from '../../lib/text/rich-text.tsx'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/description-list/description-list.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { HelpButton } from '../../ui/help-link/help-button.tsx'
import { ClockIcon, KeyIcon, StopIcon } from '../../ui/icon/fact-icons.tsx'
import { InfoIcon, LetterIcon, PersonIcon } from '../../ui/icon/icons.tsx'
import { BrowserIcon } from '../../ui/icon/platforms.tsx'
import { SignOutIcon } from '../../ui/icon/sign-out-icon.tsx'
import { PageStep } from '../../ui/page-step/page-step.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { formatEventTime } from './event-time.tsx'
import styles from './mail-link.module.css'
import { useMailLink } from './mail-link.ts'
import { AccountLink } from './ways-on.tsx'
import { WithoutLink } from './without-link.tsx'

const EXPIRED = 'expired'

/** Afterwards the answers can be given without a description. */
const DESCRIPTION_TIMEOUT_MS = 5_000

type Outcome = { readonly business: boolean } | 'expired' | 'it-was-me'

type MailedEvent = OutputOf<typeof describeNotMe>
/** `undefined`: it loads; `unknown`: it could not be loaded in time */
type EventState = MailedEvent | 'unknown' | undefined

type Fact = readonly [ComponentType, name: () => string, read: (event: MailedEvent) => ReactNode]

const FACTS: readonly Fact[] = [
  [InfoIcon, m.not_me_event, ({ event }) => event],
  [BrowserIcon, m.not_me_where, ({ application, place }) => [application, place].filter(Boolean).join(' · ')],
  [PersonIcon, m.allow_login_account, ({ account }) => account],
  [ClockIcon, m.security_fact_time, ({ at }) => formatEventTime(at)],
]

type Effect = readonly [ComponentType, what: () => string]

const ENDS: Effect = [SignOutIcon, m.not_me_ends]
const STOPS: Effect = [StopIcon, m.not_me_stops]
const REMOVES: Effect = [KeyIcon, m.not_me_removes]
const RESTORES: Effect = [LetterIcon, m.not_me_restores]
/** They end some days after the email, the others with the link. */
const ENDING_EARLY: readonly Effect[] = [REMOVES, RESTORES]

/** The page of the "not me" link in security emails. Mail scanners open links, so only the button has an effect. */
export function NotMe() {
  useDocumentTitle(m.not_me_name())
  const link = useMailLink()
  if (link === undefined)
    return (
      <WithoutLink text={m.not_me_missing_text()}>
        <ResetPasswordLink />
      </WithoutLink>
    )
  // The key drops the outcome of a link that was opened in this tab before.
  return <NotMeStep key={link} link={link} />
}

function NotMeStep({ link }: { link: string }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const [event, setEvent] = useState<EventState>()

  useEffect(() => {
    const asking = new AbortController()
    const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(DESCRIPTION_TIMEOUT_MS)])
    callApi(describeNotMe, { link }, { signal }).then(setEvent, (error: unknown) => {
      if (asking.signal.aborted) return
      setEvent('unknown')
      if (errorNameOf(error) === EXPIRED) setOutcome(given => given ?? 'expired')
    })
    return () => asking.abort()
  }, [link])
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      try {
        setOutcome(await signOutEverywhere(link, signal))
      } catch (error) {
        if (errorNameOf(error) !== EXPIRED) throw error
        setOutcome('expired')
      }
    },
  })
  if (outcome === 'expired') {
    return (
      <PageStep tone="warning" title={m.not_me_gone_title()} text={m.not_me_gone_text()} takesFocus>
        <ResetPasswordLink />
        <HelpButton wide />
      </PageStep>
    )
  }
  if (outcome === 'it-was-me') {
    return (
      <PageStep tone="info" title={m.not_me_was_me_title()} text={m.not_me_was_me_text()} takesFocus>
        <AccountLink />
      </PageStep>
    )
  }
  if (outcome) {
    return (
      <PageStep tone="success" title={m.not_me_done_title()} text={m.not_me_done_text()} takesFocus>
        <ResetPasswordLink business={outcome.business} />
      </PageStep>
    )
  }
  // What the email does not know has no row: the buttons move when the answer comes.
  const isLoading = event === undefined
  return (
    <PageStep title={m.not_me_title()} text={m.not_me_text()}>
      <VisuallyHidden role="status">{isLoading && m.ui_loading()}</VisuallyHidden>
      {event !== 'unknown' && <EventFacts event={event} />}
      <Effects event={event} />
      <form {...form.props}>
        <ErrorNotice error={form.submitError} />
        <Button type="submit" wide pending={form.pending} disabled={isLoading}>
          {m.not_me_submit()}
        </Button>
        <Button
          variant="secondary"
          wide
          disabled={isLoading || form.pending}
          onClick={() => setOutcome('it-was-me')}
        >
          {m.not_me_was_me()}
        </Button>
      </form>
    </PageStep>
  )
}

/** What the email does not know, or an email of an earlier version does not tell, has no row. */
const EventFacts = ({ event }: { event: MailedEvent | undefined }) => (
  <DescriptionList>
    {FACTS.map(([Icon, name, read]) => {
      const value = event && read(event)
      return (
        (!event || value) && (
          <DescriptionItem key={name()} name={name()} mark={<Icon />}>
            {event ? value : <Skeleton width="half" />}
          </DescriptionItem>
        )
      )
    })}
  </DescriptionList>
)

/** What the button still does. Without an answer: what it may do. */
function Effects({ event }: { event: EventState }) {
  const answer = event === 'unknown' ? undefined : event
  // Few links restore an address: nothing moves when the answer for another one comes.
  const restores = answer ? answer.restoresUntil !== undefined : event === 'unknown'
  const effects = [
    ENDS,
    ...(!answer || answer.stops ? [STOPS] : []),
    ...(!answer || answer.removesUntil ? [REMOVES] : []),
    ...(restores ? [RESTORES] : []),
  ]
  const until = answer?.removesUntil ?? answer?.restoresUntil
  const end = until ? m.not_me_until_time({ time: formatZonedDateTime(until) }) : m.not_me_until()
  return (
    <div className={styles.will}>
      <p>{m.not_me_lead()}</p>
      <ul className={styles.effects}>
        {effects.map(effect => {
          const [Icon, what] = effect
          return (
            <li key={what()}>
              <Icon />
              <div>
                {what()}
                {ENDING_EARLY.includes(effect) && <p>{keepDates(end)}</p>}
              </div>
            </li>
          )
        })}
      </ul>
      <p>{m.not_me_then()}</p>
    </div>
  )
}

const ResetPasswordLink = ({ business }: { business?: boolean }) => (
  <ButtonLink wide href={portalHref('findpwd', business ? 'account=1' : '')}>
    {m.not_me_recover()}
  </ButtonLink>
)

/** Ends all sessions of the account that the emailed link belongs to. Signs out here if this session was one of them. */
async function signOutEverywhere(link: string, signal: AbortSignal): Promise<{ business: boolean }> {
  const result = await callApi(reportNotMe, { link }, { signal })
  if (getCurrentToken() !== undefined) {
    await callApi(getBasicInfo, undefined, { signal, expiryIsFine: true }).catch((error: unknown) => {
      if (isSessionExpiry(error)) endSession()
    })
  }
  return result
}
