import type { Series } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Segmented, Skeleton } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { ActButton, CommandLine, Failure } from '../parts/act-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Page, Section } from '../parts/page.tsx'
import { useNeeds } from '../session/session.tsx'
import { mailColumns } from './person/lists.tsx'

const Chart = lazy(() => import('../parts/chart.tsx').then(({ Chart: one }) => ({ default: one })))
const route = getRouteApi('/today')
const DAYS = ['1', '7', '31'] as const

const seriesColumns = (): Column<Series>[] => [
  { id: 'name', title: m.console_col_name(), cell: row => row.name },
  { id: 'count', title: m.console_col_count(), cell: row => row.total.toLocaleString() },
]

const SeriesTable = ({ title, rows }: { title: string; rows: readonly Series[] }) => (
  <Section title={title}>
    <DataTable
      label={title}
      query={{ data: rows, error: null, isPending: false } as never}
      columns={seriesColumns()}
      rowId={(row: Series) => row.name}
    />
  </Section>
)

export function TodayScreen() {
  const { days: given = '7' } = route.useSearch()
  const days = DAYS.find(value => value === given) ?? '7'
  const navigate = useNavigate()
  const stats = useQuery(consoleQuery('stats', { days: Number(days) }))
  const { data } = stats
  const lines = useMemo(
    () =>
      data
        ? [
            { name: m.console_today_logins(), values: data.signIns.perDay, color: '--accent' },
            { name: m.console_today_signups(), values: data.signUps.perDay, color: '--info' },
          ]
        : [],
    [data],
  )
  const cards = data && [
    [m.console_today_signups(), data.signUps],
    [m.console_today_logins(), data.signIns],
    [m.console_today_codes(), data.codes],
    [m.console_today_redemptions(), data.redemptions],
    [m.console_today_trainings(), data.trainings],
  ]
  return (
    <Page
      title={m.console_nav_today()}
      actions={
        <Segmented
          label={m.console_today_days()}
          options={DAYS.map(value => ({ value, label: value }))}
          value={days}
          onSelect={value => void navigate({ to: '/today', search: { days: value } })}
        />
      }
    >
      {stats.isPending && <Skeleton shape="block" />}
      <Failure error={stats.error} />
      {data && cards && (
        <>
          <div className={styles.cards}>
            {cards.map(([title, series]) => (
              <div key={String(title)} className={styles.card}>
                <span className={styles.faint}>{String(title)}</span>
                <strong>{(series as Series).total.toLocaleString()}</strong>
              </div>
            ))}
          </div>
          {data.days.length > 1 && (
            <Suspense fallback={<Skeleton shape="block" />}>
              <Chart label={m.console_today_chart()} days={data.days} lines={lines} />
            </Suspense>
          )}
          <div className={styles.columns}>
            <SeriesTable title={m.console_today_by_method()} rows={data.signInsByMethod} />
            <SeriesTable title={m.console_today_by_brand()} rows={data.signInsByBrand} />
            <SeriesTable title={m.console_today_refusals()} rows={data.failures} />
          </div>
          <CommandLine name="stats" input={{ days: Number(days) }} />
        </>
      )}
      <TodayMails />
      <Suppressed />
    </Page>
  )
}

function TodayMails() {
  const mayRead = useNeeds('mail list') !== undefined
  const mails = useQuery({ ...consoleQuery('mail list', { limit: 20 }), enabled: mayRead })
  if (!mayRead) return null
  return (
    <Section title={m.console_today_mails()}>
      <DataTable
        label={m.console_today_mails()}
        query={mails}
        columns={mailColumns()}
        rowId={row => row.id}
      />
    </Section>
  )
}

function Suppressed() {
  const rows = useQuery(consoleQuery('mail suppressions', {}))
  return (
    <Section title={m.console_today_suppressed()}>
      <DataTable
        label={m.console_today_suppressed()}
        query={rows}
        rowId={row => row.id}
        columns={[
          { id: 'domain', title: m.console_col_network(), cell: row => `…@${row.domain}` },
          { id: 'code', title: m.console_col_code(), cell: row => row.code ?? '' },
          {
            id: 'act',
            title: m.console_col_act(),
            cell: row => (
              <ActButton
                name="mail lift"
                input={{ id: row.id }}
                label={m.console_act_lift_suppression()}
                text={m.console_act_lift_suppression_text()}
              />
            ),
          },
        ]}
      />
    </Section>
  )
}
