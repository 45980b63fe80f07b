import { answerLogout, describeLogout } from '@kerf/contract/endpoints/openid'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { describeQueryError, queryClient } from '../../lib/query/query-client.ts'
import { account } from '../../lib/session/account.ts'
import { reloadAccount } from '../../lib/session/current-account.ts'
import { leaveNotice } from '../../lib/session/pending-notice.ts'
import { endSession } from '../../lib/session/session.ts'
import { useStore } from '../../lib/store.ts'
import { getCurrentToken } from '../../lib/token/token.ts'
import { portalHref } from '../../lib/url/links.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { PageStep } from '../../ui/page-step/page-step.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { Person, personOf } from './person.tsx'

/** An app asks to log the person out, and cannot prove that the person wants it (RP-Initiated Logout, section 2). */
export function LogoutCard({ flow, onExpired }: { flow: string; onExpired(): void }) {
  useDocumentTitle(m.authorize_logout_title())
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['logout', flow],
      queryFn: ({ signal }) => callApi(describeLogout, { flow }, { signal }),
      gcTime: 0,
    },
    queryClient,
  )
  const isExpired = errorNameOf(error) === 'expired'
  useEffect(() => {
    if (isExpired) onExpired()
  }, [isExpired, onExpired])
  const form = useForm<never>({
    rules: {},
    async send() {
      const { location: next } = await callApi(answerLogout, { flow })
      endSession()
      if (!next) leaveNotice('logged_out')
      location.replace(next || portalHref('login'))
      await new Promise(() => {})
    },
  })
  const failure = describeQueryError(error)
  const info = useStore(account)?.info
  const [isLoading, setLoading] = useState(() => info === undefined && getCurrentToken() !== undefined)
  useEffect(() => {
    // Whom it is about is worth a request, but the answer does not wait for it.
    if (isLoading)
      void reloadAccount().then(
        () => setLoading(false),
        () => setLoading(false),
      )
  }, [isLoading])
  return (
    <PageStep
      title={m.authorize_logout_title()}
      text={
        data
          ? data.client
            ? m.authorize_logout_lead({ name: data.client.name })
            : m.authorize_logout_any()
          : !failure && <Skeleton />
      }
    >
      {info && <Person {...personOf(info)} {...(data?.client && { client: data.client })} />}
      {!info && isLoading && <Skeleton shape="control" />}
      {failure && !isExpired && <LoadError error={failure} onRetry={() => void refetch()} />}
      <form {...form.props}>
        <ErrorNotice error={form.submitError} />
        <Button type="submit" wide pending={form.pending} disabled={!data}>
          {m.profile_log_out()}
        </Button>
        <ButtonLink variant="secondary" wide href={portalHref('profile')}>
          {m.authorize_stay()}
        </ButtonLink>
      </form>
    </PageStep>
  )
}
