import { gatherStats, type Series, type Stats } from '@kerf/server/operations/index'
import { type Command, text, UsageError } from '../command.ts'
import { sparkline } from '../sparkline.ts'
import { table } from '../table.ts'

const DAYS_MOST = 180

function block(title: string, series: readonly Series[]): string {
  const rows = series.map(({ name, total, perDay }) => [
    name,
    String(total),
    String(perDay.at(-1) ?? 0),
    sparkline(perDay),
  ])
  return table([title, 'total', 'today', 'by day'], rows, `${title}: nothing.`)
}

/** Of those who came as far as the step before. */
function funnel(stats: Stats): string {
  const rows = stats.funnel.map(({ name, total, perDay }, index) => {
    const before = stats.funnel[index - 1]?.total
    return [name, String(total), before ? `${Math.round((total / before) * 100)} %` : '', sparkline(perDay)]
  })
  return table(['sign-up, of browsers that allow statistics', 'total', 'of those before', 'by day'], rows)
}

const show = (stats: Stats): string =>
  [
    `${stats.days.length} days to ${stats.days.at(-1)} (UTC)`,
    block('what happened', [
      stats.signUps,
      stats.signIns,
      stats.codes,
      stats.redemptions,
      stats.trainings,
      stats.unlocks,
    ]),
    funnel(stats),
    block('sign-ins by method', stats.signInsByMethod),
    block('sign-ins by brand', stats.signInsByBrand),
    block('codes by scene', stats.codesByScene),
    block('failures', stats.failures),
  ].join('\n\n')

export const statsCommand: Command = {
  path: ['stats'],
  summary: 'Sign-ups, sign-ins, codes, redemptions, trainings and failures of the last days.',
  options: { days: { type: 'string', value: 'N', help: `how many days, today included; default 14` } },
  async run({ values, open }) {
    const days = Number(text(values, 'days') ?? 14)
    if (!Number.isInteger(days) || days < 1 || days > DAYS_MOST)
      throw new UsageError(`--days takes a whole number from 1 to ${DAYS_MOST}`)
    const { db } = await open()
    const stats = await gatherStats(db, days)
    return { json: stats, text: show(stats) }
  },
}
