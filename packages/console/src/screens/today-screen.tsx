import type { Series, SuppressedAddress, Today } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { formatDate, Segmented, Skeleton } from '@kerf/portal/console-ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { ActButton } from '../parts/act/act-button.tsx'
import { mailColumns } from '../parts/columns/mail-columns.tsx'
import { CommandLine } from '../parts/command-line.tsx'
import { type Column, DataTable, Table } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { methodWord } from '../parts/words.ts'
import { useNeeds } from '../session/session.tsx'

const Chart = lazy(() => import('../parts/chart.tsx').then(({ Chart: one }) => ({ default: one })))
const route = getRouteApi('/today')
const DAYS = ['1', '7', '31'] as const

const seriesColumns = (title: string, wordOf: (name: string) => string): Column<Series>[] => [
  { id: 'name', title, cell: row => wordOf(row.name) },
  { id: 'total', title: m.console_col_total(), cell: row => row.total.toLocaleString() },
]

const daysText = (days: (typeof DAYS)[number]): string =>
  days === '1' ? m.console_today_one_day() : m.console_today_days({ days })

const asItIs = (name: string): string => (name === '-' ? m.console_none() : name)

function SeriesTable({
  title,
  column,
  rows,
  wordOf = asItIs,
}: {
  title: string
  column: string
  rows: readonly Series[]
  wordOf?: (name: string) => string
}) {
  return (
    <Section title={title}>
      <Table label={title} rows={rows} columns={seriesColumns(column, wordOf)} rowId={row => row.name} />
    </Section>
  )
}

function LoginChart({ today: { days, signIns, signUps } }: { today: Today }) {
  const lines = useMemo(
    () => [
      { name: m.console_today_logins(), values: signIns.perDay, color: '--accent' },
      { name: m.console_today_signups(), values: signUps.perDay, color: '--info' },
    ],
    [signIns, signUps],
  )
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <Chart label={m.console_today_chart()} days={days} lines={lines} />
    </Suspense>
  )
}

export function TodayScreen() {
  const { days: given = '7' } = route.useSearch()
  const days = DAYS.find(value => value === given) ?? '7'
  const navigate = useNavigate()
  const input = { days: Number(days) }
  const stats = useQuery({ ...consoleQuery('stats', input), placeholderData: keepPreviousData })
  return (
    <Page
      title={m.console_nav_today()}
      actions={
        <Segmented
          label={m.console_today_period()}
          options={DAYS.map(value => ({ value, label: daysText(value) }))}
          value={days}
          onSelect={value => void navigate({ to: '/today', search: { days: value } })}
        />
      }
    >
      <Loaded query={stats}>
        {data => (
          <>
            <div className={styles.cards}>
              {[
                [m.console_today_signups(), data.signUps] as const,
                [m.console_today_logins(), data.signIns] as const,
                [m.console_today_codes(), data.codes] as const,
                [m.console_today_redemptions(), data.redemptions] as const,
                [m.console_today_trainings(), data.trainings] as const,
              ].map(([title, { total }]) => (
                <div key={title} className={styles.card}>
                  <span className={styles.faint}>{title}</span>
                  <strong>{total.toLocaleString()}</strong>
                </div>
              ))}
            </div>
            {data.days.length > 1 && <LoginChart today={data} />}
            <div className={styles.thirds}>
              <SeriesTable
                title={m.console_today_by_method()}
                column={m.console_col_method()}
                rows={data.signInsByMethod}
                wordOf={methodWord}
              />
              <SeriesTable
                title={m.console_today_by_brand()}
                column={m.console_by_app()}
                rows={data.signInsByBrand}
              />
              <SeriesTable
                title={m.console_today_refusals()}
                column={m.console_col_event()}
                rows={data.failures}
              />
            </div>
            <CommandLine name="stats" input={input} />
          </>
        )}
      </Loaded>
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

const suppressedColumns = (): Column<SuppressedAddress>[] => [
  { id: 'domain', title: m.console_col_domain(), cell: row => `…@${row.domain}` },
  { id: 'code', title: m.console_col_reply(), cell: row => row.code ?? '' },
  { id: 'since', title: m.console_col_since(), cell: row => formatDate(row.since) },
  {
    id: 'act',
    title: m.console_col_act(),
    cell: row => <ActButton name="mail lift" input={{ id: row.id }} />,
  },
]

const Suppressed = () => (
  <Section title={m.console_today_suppressed()}>
    <DataTable
      label={m.console_today_suppressed()}
      query={useQuery(consoleQuery('mail suppressions', {}))}
      rowId={row => row.id}
      columns={suppressedColumns()}
    />
  </Section>
)
