import type { WebhookAttempt } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import {
  DescriptionItem,
  DescriptionList,
  formatDateTime,
  RelativeTime,
  toast,
} from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { consoleQuery } from '../api/queries.ts'
import { ActButton, CommandLine, Failure } from '../parts/act-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Page, Section, Tag } from '../parts/page.tsx'

const route = getRouteApi('/apps/$clientId')

const columns = (): Column<WebhookAttempt>[] => [
  { id: 'at', title: m.console_col_time(), cell: row => formatDateTime(row.at) },
  {
    id: 'status',
    title: m.console_col_status(),
    cell: row => (
      <Tag tone={row.cause === '' ? 'good' : 'bad'}>{[row.status, row.cause].filter(Boolean).join(' ')}</Tag>
    ),
  },
  { id: 'type', title: m.console_col_event(), cell: row => row.type },
  { id: 'count', title: m.console_col_count(), cell: row => row.events },
  { id: 'attempt', title: m.console_col_attempts(), cell: row => row.attempt },
  { id: 'ms', title: 'ms', cell: row => row.durationMs },
]

export function AppScreen() {
  const { clientId } = route.useParams()
  const isFailedOnly = route.useSearch().failed === '1'
  const app = useQuery(consoleQuery('app show', { clientId }))
  const webhooks = useQuery(consoleQuery('webhook list', {}))
  const deliveries = useQuery(consoleQuery('webhook deliveries', { clientId, failed: isFailedOnly }))
  const webhook = webhooks.data?.find(row => row.clientId === clientId)
  if (app.error)
    return (
      <Page title={clientId}>
        <Failure error={app.error} />
      </Page>
    )
  return (
    <Page title={app.data?.name ?? clientId}>
      {app.data && (
        <DescriptionList>
          <DescriptionItem name={m.console_col_code()}>{app.data.code}</DescriptionItem>
          <DescriptionItem name="client_id">{clientId}</DescriptionItem>
          <DescriptionItem name={m.console_app_origins()}>
            {[...app.data.origins, ...app.data.redirectUris].join(', ') || m.console_none()}
          </DescriptionItem>
        </DescriptionList>
      )}
      <Section
        title={m.console_app_webhook()}
        actions={
          webhook && (
            <ActButton
              name="webhook test"
              input={{ clientId }}
              label={m.console_app_test()}
              onDone={({ status, durationMs, cause }) =>
                cause === ''
                  ? toast(m.console_app_test_ok({ status: status ?? 0, ms: durationMs }), 'success')
                  : toast(m.console_app_test_failed({ cause }), 'danger')
              }
            />
          )
        }
      >
        {webhook ? (
          <DescriptionList>
            <DescriptionItem name="URL">{webhook.url}</DescriptionItem>
            <DescriptionItem name={m.console_app_told()}>
              {webhook.toldAt === null ? m.console_none() : <RelativeTime at={webhook.toldAt} />}
            </DescriptionItem>
            <DescriptionItem name={m.console_app_behind()}>{webhook.behind}</DescriptionItem>
            <DescriptionItem name={m.console_app_failures()}>{webhook.failures}</DescriptionItem>
            <DescriptionItem name={m.console_app_failed()}>{webhook.failedEvents}</DescriptionItem>
          </DescriptionList>
        ) : (
          webhooks.data && <p>{m.console_app_no_webhook()}</p>
        )}
      </Section>
      <Section
        title={m.console_app_deliveries()}
        actions={
          <Link to="/apps/$clientId" params={{ clientId }} search={isFailedOnly ? {} : { failed: '1' }}>
            {isFailedOnly ? m.console_audit_any() : m.console_app_failed_only()}
          </Link>
        }
      >
        <DataTable
          label={m.console_app_deliveries()}
          query={deliveries}
          columns={columns()}
          rowId={row => `${row.deliveryId} ${row.attempt}`}
        />
        <CommandLine name="webhook deliveries" input={{ clientId, failed: isFailedOnly }} />
      </Section>
    </Page>
  )
}
