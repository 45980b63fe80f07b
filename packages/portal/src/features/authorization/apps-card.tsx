import type { OutputOf } from '@kerf/contract/endpoint'
import { listGrantedApps, withdrawApp } from '@kerf/contract/endpoints/openid'
import * as m from '@kerf/locales/messages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { hasDecreased, useFocusFallback } from '../../lib/page/use-focus-fallback.ts'
import { accountQueryKey, describeQueryError, queryClient } from '../../lib/query/query-client.ts'
import { formatDate, isoDateTime } from '../../lib/text/format-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { AppsIcon } from '../../ui/icon/fact-icons.tsx'
import { Item, ItemList } from '../../ui/item-list/item-list.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { AppFace } from './app-face.tsx'
import styles from './apps-card.module.css'
import { ScopeList } from './scope-list.tsx'

type GrantedApp = OutputOf<typeof listGrantedApps>['items'][number]

const ENDS: Record<OutputOf<typeof listGrantedApps>['ended'][number]['reason'], () => string> = {
  logged_out_everywhere: m.apps_ended_logged_out_everywhere,
  password_changed: m.apps_ended_password_changed,
  account_banned: m.apps_ended_account_banned,
  withdrawn: m.apps_ended_withdrawn,
  revoked: m.apps_ended_revoked,
  token_reused: m.apps_ended_token_reused,
  code_reused: m.apps_ended_code_reused,
}

export const grantedAppsQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('granted-apps'),
    queryFn: ({ signal }) => callApi(listGrantedApps, {}, { signal }),
  })

/** The apps that log the person in by OpenID Connect, with what they receive. */
export function AppsCard() {
  const { data, error, refetch } = useQuery(grantedAppsQuery(), queryClient)
  const [withdrawn, setWithdrawn] = useState<GrantedApp>()
  const body = useRef<HTMLDivElement>(null)
  const items = data?.items ?? []
  useFocusFallback(body, items.length, hasDecreased)
  return (
    <Card title={m.apps_title()} mark={<AppsIcon />} description={m.apps_text()}>
      <div ref={body} tabIndex={-1} className={styles.apps}>
        {error && !data && (
          <LoadError
            error={describeQueryError(error) ?? { text: undefined }}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && (
          <p className={styles.none} data-pending aria-hidden="true">
            {m.apps_none()}
          </p>
        )}
        {data && items.length === 0 && <p className={styles.none}>{m.apps_none()}</p>}
        {items.length > 0 && (
          <ItemList>
            {items.map(app => (
              <Item
                key={app.client.clientId}
                mark={<AppFace client={app.client} />}
                title={app.client.name}
                facts={
                  <>
                    {app.client.party === 'third' && <span>{m.apps_third()}</span>}
                    <time dateTime={isoDateTime(app.since)}>
                      {m.apps_since({ date: formatDate(app.since) })}
                    </time>
                    {app.offline && <span>{m.apps_offline()}</span>}
                  </>
                }
                details={{
                  name: m.apps_receives(),
                  label: m.apps_receives_what({ name: app.client.name }),
                  content: <ScopeList scopes={app.scopes} apis={app.apis} />,
                }}
                actions={
                  <Button
                    variant="removal"
                    size="small"
                    aria-label={m.apps_withdraw_what({ name: app.client.name })}
                    onClick={() => setWithdrawn(app)}
                  >
                    {m.apps_withdraw()}
                  </Button>
                }
              />
            ))}
          </ItemList>
        )}
      </div>
      {data && data.ended.length > 0 && (
        <div className={styles.apps}>
          <h3 className={styles.endedTitle}>{m.apps_ended()}</h3>
          <ItemList>
            {data.ended.map(({ client, reason, at }) => (
              <Item
                key={client.clientId}
                mark={<AppFace client={client} />}
                title={client.name}
                facts={
                  <>
                    <time dateTime={isoDateTime(at)}>{formatDate(at)}</time>
                    <span>{ENDS[reason]()}</span>
                  </>
                }
              />
            ))}
          </ItemList>
        </div>
      )}
      {withdrawn && <WithdrawDialog app={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </Card>
  )
}

function WithdrawDialog({ app: { client }, onClose }: { app: GrantedApp; onClose(): void }) {
  const { name, clientId } = client
  const form = useForm<never>({
    rules: {},
    async send(_, signal) {
      await callApi(withdrawApp, { clientId }, { signal })
      toast(m.apps_withdrawn({ name }), 'success')
      // Close first: the focus must return to the list item before the reload removes it, so that the list can move it.
      onClose()
      await queryClient.invalidateQueries(grantedAppsQuery())
    },
  })
  return (
    <FormDialog
      title={m.apps_withdraw_title({ name })}
      form={form}
      submit={m.apps_withdraw()}
      tone="danger"
      onClose={onClose}
    >
      <p>{m.apps_withdraw_text({ name })}</p>
    </FormDialog>
  )
}
