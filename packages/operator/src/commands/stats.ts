import { gatherStats, type Series, type Stats, withReportDatabase } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { wholeNumber } from '../input/option-values.ts'
import { sparkline } from '../output/sparkline.ts'
import { table } from '../output/table.ts'

const DAYS_DEFAULT = 14
const DAYS_MAX = 180

export function addStatsCommand({ program, action }: CommandRegistry): void {
  program
    .command('stats')
    .description('Counts sign-ups, logins, codes, redemptions, trainings and failures by day.')
    .option('--days <n>', 'number of days, today included', wholeNumber(1, DAYS_MAX), DAYS_DEFAULT)
    .action(
      action(async ({ open }, { days }) => {
        const installation = await open()
        const { geoDatabase } = installation.config
        const stats = await withReportDatabase(installation, on => gatherStats(on, days, { geoDatabase }))
        return { json: stats, text: render(stats) }
      }),
    )
}

const render = (stats: Stats): string =>
  [
    `${stats.days.length} days to ${stats.days.at(-1)} (UTC)`,
    renderSeries('totals', [
      stats.signUps,
      stats.signIns,
      stats.codes,
      stats.redemptions,
      stats.trainings,
      stats.unlocks,
    ]),
    renderFunnel('sign-up, in browsers that allow statistics', stats.funnel),
    ...stats.loginFunnels.map(({ brand, steps }) =>
      renderFunnel(`login to ${brand}, in browsers that allow statistics`, steps),
    ),
    renderSeries('sign-ups by brand', stats.signUpsByBrand),
    renderSeries('sign-ups by method', stats.signUpsByMethod),
    renderSeries('sign-ups by country', stats.signUpsByCountry),
    renderSeries('logins by country', stats.signInsByCountry),
    renderSeries('logins by method', stats.signInsByMethod),
    renderSeries('logins by brand', stats.signInsByBrand),
    renderSeries('logins by app version', stats.signInsByAppVersion),
    renderSeries('logins by portal version', stats.signInsByPortalVersion),
    renderSeries('social logins by client', stats.signInsByClient),
    renderSeries('codes by scene', stats.codesByScene),
    renderSeries('failures', stats.failures),
  ].join('\n\n')

/** The JSON keeps the name that it had first. */
const label = (name: string): string => (name === 'sign-ins' ? 'logins' : name)

function renderSeries(title: string, series: readonly Series[]): string {
  const columns = {
    [title]: ({ name }: Series) => label(name),
    total: ({ total }: Series) => total,
    today: ({ perDay }: Series) => perDay.at(-1) ?? 0,
    'by day': ({ perDay }: Series) => sparkline(perDay),
  }
  return table(series, columns, `${title}: none.`)
}

/** Each step as a percentage of the step before it. */
function renderFunnel(title: string, funnel: readonly Series[]): string {
  const steps = funnel.map((step, index) => ({ ...step, before: funnel[index - 1]?.total }))
  return table(steps, {
    [title]: ({ name }) => name,
    total: ({ total }) => total,
    'of step before': ({ total, before }) => (before ? `${Math.round((total / before) * 100)}%` : ''),
    'by day': ({ perDay }) => sparkline(perDay),
  })
}
