/** The commands for redemption codes. */
import {
  createCodes,
  exportCodes,
  importCodes,
  listBatches,
  openKeys,
  revokeBatch,
  revokeCodes,
} from '@kerf/server/operations/index'
import { type Command, type OptionHelp, text, UsageError, type Values } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { readLines } from '../read-lines.ts'
import { table } from '../table.ts'

const BENEFIT = {
  type: 'string',
  value: 'ID',
  help: 'what the codes grant (see benefit list)',
  required: true,
} as const satisfies OptionHelp
const EXPIRES = {
  type: 'string',
  value: 'YYYY-MM-DD',
  help: 'the last day, in UTC, on which they can be redeemed; without it there is no end',
} as const satisfies OptionHelp
const CONFIRMED = {
  type: 'string',
  value: 'NAME',
  help: 'a second operator who confirms; needed above 10,000 codes',
} as const satisfies OptionHelp
const FILE = {
  type: 'string',
  value: 'PATH',
  help: 'one code a line; - reads standard input',
} as const satisfies OptionHelp

const wanted = (values: Values, operator: string) => ({
  benefit: text(values, 'benefit') ?? '',
  expires: text(values, 'expires'),
  confirmedBy: text(values, 'confirmed-by'),
  operator,
})

export const codesCreateCommand: Command = {
  path: ['codes', 'create'],
  summary: 'Makes random codes, which are shown this once.',
  options: {
    benefit: BENEFIT,
    count: { type: 'string', value: 'N', help: 'how many', required: true },
    expires: EXPIRES,
    'confirmed-by': CONFIRMED,
  },
  async run({ values, operator, open }) {
    const count = text(values, 'count') ?? ''
    if (!/^\d{1,9}$/.test(count)) throw new UsageError('--count takes a whole number')
    const { db, config } = await open()
    const { batch, codes } = await createCodes(db, await openKeys(db, config), {
      ...wanted(values, operator),
      count: Number(count),
    })
    return {
      json: codes.map(code => ({ code })),
      text: `${codes.join('\n')}\n\nThe codes of ${batch} are shown this once.`,
    }
  },
}

export const codesImportCommand: Command = {
  path: ['codes', 'import'],
  summary: 'Takes in codes made elsewhere, all or none.',
  options: {
    benefit: BENEFIT,
    file: { ...FILE, required: true },
    expires: EXPIRES,
    'confirmed-by': CONFIRMED,
  },
  async run({ values, operator, open }) {
    const lines = await readLines(text(values, 'file') ?? '')
    const { db, config } = await open()
    const { batch, codes } = await importCodes(db, await openKeys(db, config), {
      ...wanted(values, operator),
      lines,
    })
    return { json: { batch, imported: codes.length }, text: `${batch}: ${codes.length} codes imported.` }
  },
}

export const codesListCommand: Command = {
  path: ['codes', 'list'],
  summary: 'Lists the batches of codes and how many of each were redeemed.',
  options: { benefit: { type: 'string', value: 'ID', help: 'only those of this benefit' } },
  async run({ values, operator, open }) {
    const { db } = await open()
    const rows = await listBatches(db, text(values, 'benefit'), operator)
    return {
      json: rows,
      text: table(
        [
          'BATCH',
          'BENEFIT',
          'CODES',
          'REDEEMED',
          'DEAD FROM',
          'REVOKED',
          'ORIGIN',
          'BY',
          'CONFIRMED BY',
          'CREATED',
        ],
        rows.map(row => [
          row.batch,
          row.nameEn,
          String(row.count),
          String(row.redeemed),
          row.expiresAt === null ? '' : isoTime(row.expiresAt),
          row.revokedAt === null ? '' : isoTime(row.revokedAt),
          row.origin,
          row.operator,
          row.confirmedBy ?? '',
          isoTime(row.createdAt),
        ]),
        'There are no codes.',
      ),
    }
  },
}

export const codesRevokeCommand: Command = {
  path: ['codes', 'revoke'],
  summary: 'Withdraws a batch or single codes; what was redeemed stays redeemed.',
  options: { batch: { type: 'string', value: 'ID', help: 'all codes of this batch' }, file: FILE },
  asks: true,
  async run({ values, operator, open, confirm }) {
    const [batch, file] = [text(values, 'batch'), text(values, 'file')]
    if ((batch === undefined) === (file === undefined)) throw new UsageError('give either --batch or --file')
    await confirm(
      `Withdraw ${batch === undefined ? 'these codes' : `the codes of ${batch}`}? They never work again.`,
    )
    const lines = file === undefined ? [] : await readLines(file)
    const { db, config } = await open()
    const done =
      batch === undefined
        ? await revokeCodes(db, await openKeys(db, config), lines, operator)
        : await revokeBatch(db, batch, operator)
    return { json: done, text: `${done.revoked} codes withdrawn.` }
  },
}

export const codesExportCommand: Command = {
  path: ['codes', 'export'],
  summary: 'Tells what became of each code of a batch, by its place; the codes themselves are not kept.',
  options: { batch: { type: 'string', value: 'ID', help: 'which (see codes list)', required: true } },
  async run({ values, operator, open }) {
    const { db } = await open()
    const rows = await exportCodes(db, text(values, 'batch') ?? '', operator)
    return {
      json: rows,
      text: table(
        ['NUMBER', 'STATUS', 'REDEEMED'],
        rows.map(({ number, status, redeemedAt }) => [
          String(number),
          status,
          redeemedAt === null ? '' : isoTime(redeemedAt),
        ]),
      ),
    }
  },
}
