/** The commands for benefits. */
import { createBenefit, listBenefits } from '@kerf/server/operations/index'
import { type Command, text, texts, UsageError } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { table } from '../table.ts'

const lasts = (days: number): string => (days === 0 ? 'without end' : `${days} days`)

export const benefitCreateCommand: Command = {
  path: ['benefit', 'create'],
  summary: 'Makes a benefit that redemption codes can grant.',
  options: {
    'name-en': { type: 'string', value: 'NAME', help: 'its name in English', required: true },
    'name-zh': { type: 'string', value: 'NAME', help: 'its name in Chinese', required: true },
    days: {
      type: 'string',
      value: 'N',
      help: 'how long it lasts once redeemed; 0: without end',
      required: true,
    },
    app: {
      type: 'string',
      value: 'CODE',
      help: 'an app that honours it and is told; give it once for each, none: all',
      repeatable: true,
    },
  },
  async run({ values, operator, open }) {
    const days = text(values, 'days') ?? ''
    if (!/^\d{1,5}$/.test(days)) throw new UsageError('--days takes a whole number')
    const { db } = await open()
    const made = await createBenefit(db, {
      nameEn: text(values, 'name-en') ?? '',
      nameZh: text(values, 'name-zh') ?? '',
      days: Number(days),
      apps: texts(values, 'app'),
      operator,
    })
    return { json: made, text: `${made.id}  ${made.nameEn}  ${made.nameZh}  ${lasts(made.days)}` }
  },
}

export const benefitListCommand: Command = {
  path: ['benefit', 'list'],
  summary: 'Lists the benefits.',
  options: {},
  async run({ operator, open }) {
    const { db } = await open()
    const rows = await listBenefits(db, operator)
    return {
      json: rows,
      text: table(
        ['ID', 'ENGLISH', 'CHINESE', 'LASTS', 'APPS', 'CREATED'],
        rows.map(({ id, nameEn, nameZh, days, apps, createdAt }) => [
          id,
          nameEn,
          nameZh,
          lasts(days),
          apps.join(' ') || 'all',
          isoTime(createdAt),
        ]),
        'There is no benefit.',
      ),
    }
  },
}
