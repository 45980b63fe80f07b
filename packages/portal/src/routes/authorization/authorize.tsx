/** Screens of a login by OpenID Connect: account choice, confirmation, consent, error. In the brand of the app. */
import { ApiError } from '@kerf/contract/client/client'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type BrowserAccount, fetchBrowserAccounts } from '../../features/account-choice/account-choice.ts'
import { AccountAction, AccountList } from '../../features/account-choice/account-list.tsx'
import { useAccountChoice } from '../../features/account-choice/use-account-choice.ts'
import { AppFace } from '../../features/authorization/app-face.tsx'
import {
  type AuthorizationFailure,
  parseFailure,
} from '../../features/authorization/authorization-failure.ts'
import {
  type Authorization,
  authorizationQuery,
  continueAuthorization,
  leaveFor,
} from '../../features/authorization/authorization-query.ts'
import styles from '../../features/authorization/consent.module.css'
import { ConsentCard, NoMachineCard } from '../../features/authorization/consent-card.tsx'
import { FailureCard } from '../../features/authorization/failure-card.tsx'
import { LogoutCard } from '../../features/authorization/logout-card.tsx'
import type { ChosenMachines } from '../../features/authorization/machine-choice.tsx'
import { Person, personOf } from '../../features/authorization/person.tsx'
import { Heading } from '../../features/login/heading.tsx'
import { MachinePicture, machineName } from '../../features/machines/machine-picture.tsx'
import { FlowPending } from '../../features/social/flow-pending.tsx'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { describeQueryError, queryClient } from '../../lib/query/query-client.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { useLocation, useParams } from '../../lib/router/router-view.tsx'
import { accountBase, type FullInfo } from '../../lib/session/account.ts'
import { reloadAccount, useAccount } from '../../lib/session/current-account.ts'
import { endSession } from '../../lib/session/session.ts'
import { signOut } from '../../lib/session/sign-out.ts'
import { portalHref } from '../../lib/url/links.ts'
import { withReauthentication } from '../../parts/reauthentication/with-reauthentication.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Choice } from '../../ui/choice/choice.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { StepFrame } from '../frames/step-frame.tsx'
import { goToOtherAccount, OtherAccountButton } from './other-account-button.tsx'

const EXPIRED: AuthorizationFailure = { kind: 'expired', error: '', request: '' }

export function AuthorizePage() {
  useLanguage()
  const { flow = '' } = useParams()
  const { search } = useLocation()
  if (flow === 'logout') return <LogoutPage flow={new URLSearchParams(search).get('flow') ?? ''} />
  if (flow === 'error') return <FailureCard failure={parseFailure(search)} />
  return (
    <QueryProvider>
      <AuthorizationSteps key={flow} flow={flow} />
    </QueryProvider>
  )
}

function LogoutPage({ flow }: { flow: string }) {
  const [isExpired, setExpired] = useState(false)
  if (isExpired) return <FailureCard failure={EXPIRED} takesFocus />
  return <LogoutCard flow={flow} onExpired={() => setExpired(true)} />
}

/** The login page, which returns here. */
const goToLogin = (page: 'login' | 'login-business' = 'login') =>
  leaveFor(portalHref(page, '', location.href))

function AuthorizationSteps({ flow }: { flow: string }) {
  const { data, error, refetch } = useQuery(authorizationQuery(flow))
  const accounts = useQuery({
    queryKey: ['authorization', flow, 'accounts'],
    queryFn: ({ signal }) => fetchBrowserAccounts(signal),
    enabled: data !== undefined && data.needs !== 'login',
    gcTime: 0,
  })
  const [failure, setFailure] = useState<Error | null>(null)
  const needs = data?.needs
  // Once for each need, however often it is asked for: a second answer would cancel the way back to the app.
  useEffect(() => {
    if (failure) return
    // The request may wait for another step by now. If it still waits for this one, the person may try again.
    const fail = (reason: Error) => {
      setFailure(reason)
      void refetch()
    }
    if (needs === 'login') void goToLogin()
    if (needs === 'nothing') continueAuthorization(flow, 'allow').catch(fail)
  }, [needs, failure, flow, refetch])
  const info = useAccount()
  useEffect(() => {
    // The failed call of an ended session leads to the login page.
    if (data && data.needs !== 'login' && !info && !failure) reloadAccount().catch(setFailure)
  }, [data, failure, info])

  if (errorNameOf(error) === 'expired') return <FailureCard failure={EXPIRED} takesFocus />
  const isReady = data && info && accounts.data && data.needs !== 'login' && data.needs !== 'nothing'
  if (!isReady)
    return (
      <StepFrame key="pending">
        <FlowPending
          error={describeQueryError(error ?? accounts.error ?? failure)}
          retry={() => {
            setFailure(null)
            void refetch()
            void accounts.refetch()
          }}
        />
      </StepFrame>
    )
  const steps = {
    flow,
    authorization: data,
    info,
    accounts: accounts.data.accounts,
    reload: async () => {
      await Promise.all([refetch(), accounts.refetch()])
    },
  }
  return (
    <StepFrame key={data.needs}>
      {data.needs === 'consent' && <ConsentStep {...steps} />}
      {data.needs === 'reauthentication' && <ConfirmStep {...steps} />}
      {(data.needs === 'account' || data.needs === 'other_account') && <AccountStep {...steps} />}
    </StepFrame>
  )
}

interface StepProps {
  flow: string
  authorization: Authorization
  info: FullInfo
  accounts: readonly BrowserAccount[]
  /** Asks again what the request waits for. */
  reload(): Promise<void>
}

function ConsentStep({ flow, authorization, info, reload }: StepProps) {
  const { name, party } = authorization.client
  const isThird = party === 'third'
  const answer = async (given: 'allow' | 'deny', machines?: ChosenMachines) => {
    try {
      await continueAuthorization(flow, given, machines)
    } catch (error) {
      // The confirmation is too old by now, or the session has ended: the next step says so.
      if (errorNameOf(error) !== 'proof_required' && errorNameOf(error) !== 'expired') throw error
      await reload()
    }
  }
  const account = (
    <Person {...personOf(info)} client={authorization.client}>
      <OtherAccountButton />
    </Person>
  )
  if (authorization.machines?.length === 0)
    return (
      <>
        <Heading title={m.authorize_none_title({ name })}>{m.authorize_none_lead({ name })}</Heading>
        <NoMachineCard
          name={name}
          account={account}
          machinesHref={portalHref(`${accountBase(info)}/machines`)}
          onDeny={() => answer('deny')}
        />
      </>
    )
  return (
    <>
      <Heading title={isThird ? m.authorize_consent_title({ name }) : m.authorize_first_title({ name })}>
        {isThird ? m.authorize_consent_lead({ name }) : m.authorize_first_lead()}
      </Heading>
      <ConsentCard
        authorization={authorization}
        account={account}
        machineName={machineName}
        machinePicture={line => <MachinePicture line={line} />}
        onAllow={machines => answer('allow', machines)}
        onDeny={() => answer('deny')}
      />
    </>
  )
}

function ConfirmStep({ flow, authorization, info, reload }: StepProps) {
  const { name } = authorization.client
  const isBusiness = info.enterpriseUser !== null
  const form = useForm<never>({
    rules: {},
    async send() {
      if (isBusiness) {
        // A business account confirms its identity by a login.
        await signOut().catch(() => endSession())
        await goToLogin('login-business')
      }
      await withReauthentication(async () => {
        const { needs } = await queryClient.fetchQuery({ ...authorizationQuery(flow), staleTime: 0 })
        if (needs === 'reauthentication') throw new ApiError('proof_required')
      })
      await reload()
    },
  })
  return (
    <>
      <Heading title={m.authorize_confirm_title()}>
        {isBusiness ? m.authorize_confirm_lead_business({ name }) : m.authorize_confirm_lead({ name })}
      </Heading>
      <Card>
        <Person {...personOf(info)} client={authorization.client}>
          <OtherAccountButton />
        </Person>
        <ErrorNotice error={form.submitError} />
        <Choice>
          <DenyButton flow={flow} />
          <form {...form.props} aria-label={m.authorize_confirm_title()}>
            <Button type="submit" wide pending={form.pending}>
              {isBusiness ? m.authorize_login_again() : m.login_continue()}
            </Button>
          </form>
        </Choice>
      </Card>
    </>
  )
}

function AccountStep({ flow, authorization, info, accounts, reload }: StepProps) {
  const { needs, client } = authorization
  const expectsOther = needs === 'other_account'
  const offered = expectsOther ? accounts.filter(({ chosen }) => !chosen) : accounts
  const { pending, choose, run } = useAccountChoice(
    () => void run('answer', () => continueAuthorization(flow, 'allow')).then(reload),
    () => void reload(),
  )
  return (
    <>
      <Heading
        title={expectsOther ? m.authorize_other_title() : m.authorize_account_title()}
        // Without accounts to choose from, it is beside the person.
        picture={offered.length > 0 && <AppFace client={client} />}
      >
        {expectsOther
          ? m.authorize_other_lead({ name: client.name })
          : m.authorize_account_lead({ name: client.name })}
      </Heading>
      <Card>
        {offered.length === 0 ? (
          <>
            <Person {...personOf(info)} client={client}>
              <span>{m.authorize_other_now()}</span>
            </Person>
            <div className={styles.stack}>
              <OtherAccountButton isMain />
              <DenyButton flow={flow} />
            </div>
          </>
        ) : (
          <>
            <AccountList
              label={m.authorize_account_title()}
              accounts={offered}
              pending={pending}
              onChoose={account =>
                account.chosen
                  ? void run(account.uid, () => continueAuthorization(flow, 'allow'))
                  : void choose(account)
              }
            >
              <AccountAction
                name={m.authorize_switch()}
                pending={pending}
                own="other"
                leadsOn
                onChoose={() => void run('other', goToOtherAccount)}
              />
            </AccountList>
            <DenyButton flow={flow} />
          </>
        )}
      </Card>
    </>
  )
}

function DenyButton({ flow }: { flow: string }) {
  const form = useForm<never>({ rules: {}, send: () => continueAuthorization(flow, 'deny') })
  return (
    <form {...form.props} aria-label={m.authorize_cancel()}>
      <ErrorNotice error={form.submitError} />
      <Button type="submit" variant="secondary" wide pending={form.pending}>
        {m.authorize_cancel()}
      </Button>
    </form>
  )
}
