import type { WebhookAttempt } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { DescriptionItem, DescriptionList, RelativeTime, toast } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { consoleQuery } from '../api/queries.ts'
import { ActButton } from '../parts/act/act-button.tsx'
import { CommandLine } from '../parts/command-line.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section, Tag } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'

const route = getRouteApi('/apps/$clientId')

const columns = (): Column<WebhookAttempt>[] => [
  { id: 'at', title: m.console_col_time(), cell: row => <Time at={row.at} /> },
  {
    id: 'status',
    title: m.console_col_status(),
    cell: row => (
      <Tag tone={row.cause === '' ? 'good' : 'bad'}>{[row.status, row.cause].filter(Boolean).join(' ')}</Tag>
    ),
  },
  { id: 'type', title: m.console_col_event(), cell: row => <code>{row.type}</code> },
  { id: 'events', title: m.console_col_events(), cell: row => row.events },
  { id: 'attempt', title: m.console_col_attempts(), cell: row => row.attempt },
  {
    id: 'duration',
    title: m.console_col_duration(),
    cell: row => m.console_milliseconds({ ms: row.durationMs }),
  },
]

export function AppScreen() {
  const { clientId } = route.useParams()
  const app = useQuery(consoleQuery('app show', { clientId }))
  return (
    <Page title={app.data?.name ?? clientId}>
      <Loaded query={app}>
        {({ code, origins, redirectUris }) => (
          <>
            <DescriptionList>
              <DescriptionItem name={m.console_app_code()}>{code}</DescriptionItem>
              <DescriptionItem name={m.console_app_client_id()}>{clientId}</DescriptionItem>
              <DescriptionItem name={m.console_app_origins()}>
                {[...origins, ...redirectUris].join(', ') || m.console_none()}
              </DescriptionItem>
            </DescriptionList>
            <Webhook clientId={clientId} />
            <Deliveries clientId={clientId} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Webhook({ clientId }: { clientId: string }) {
  const query = useQuery({
    ...consoleQuery('webhook list', {}),
    select: webhooks => ({ webhook: webhooks.find(row => row.clientId === clientId) }),
  })
  const test = (
    <ActButton
      name="webhook test"
      input={{ clientId }}
      doneText={null}
      onDone={({ status, durationMs, cause }) =>
        cause === ''
          ? toast(m.console_app_test_ok({ status: status ?? 0, ms: durationMs }), 'success')
          : toast(m.console_app_test_failed({ cause }), 'danger')
      }
    />
  )
  return (
    <Section title={m.console_app_webhook()} actions={query.data?.webhook && test}>
      <Loaded query={query}>
        {({ webhook }) =>
          webhook ? (
            <DescriptionList>
              <DescriptionItem name={m.console_app_url()}>{webhook.url}</DescriptionItem>
              <DescriptionItem name={m.console_app_last_delivery()}>
                {webhook.toldAt === null ? m.console_none() : <RelativeTime at={webhook.toldAt} />}
              </DescriptionItem>
              <DescriptionItem name={m.console_app_behind()}>{webhook.behind}</DescriptionItem>
              <DescriptionItem name={m.console_app_failures()}>{webhook.failures}</DescriptionItem>
              <DescriptionItem name={m.console_app_failed()}>{webhook.failedEvents}</DescriptionItem>
            </DescriptionList>
          ) : (
            <p>{m.console_app_no_webhook()}</p>
          )
        }
      </Loaded>
    </Section>
  )
}

function Deliveries({ clientId }: { clientId: string }) {
  const isFailedOnly = route.useSearch().failed === '1'
  const input = { clientId, failed: isFailedOnly }
  return (
    <Section
      title={m.console_app_deliveries()}
      actions={
        <Link to="/apps/$clientId" params={{ clientId }} search={isFailedOnly ? {} : { failed: '1' }}>
          {isFailedOnly ? m.console_app_all_deliveries() : m.console_app_failed_only()}
        </Link>
      }
    >
      <DataTable
        label={m.console_app_deliveries()}
        query={useQuery(consoleQuery('webhook deliveries', input))}
        columns={columns()}
        rowId={row => `${row.deliveryId} ${row.attempt}`}
      />
      <CommandLine name="webhook deliveries" input={input} />
    </Section>
  )
}
