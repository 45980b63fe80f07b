/** Writes the ZIP archive of an account, table by table, so that memory holds one page of rows and not the account. */
import type { LoadedBrand } from '@kerf/brands/registry'
import type { Language } from '@kerf/contract/language'
import type { ZipDeflate, ZipPassThrough } from 'fflate'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { headpicStorageKey } from '../profile/headpic.ts'
import { listHeadpicNames } from '../profile/headpic-store.ts'
import {
  EXPORTED_TABLES,
  type ExportedRow,
  findBenefitNames,
  listWithheld,
  readEvents,
  readRows,
  SHOWN_EVENT_COLUMNS,
} from './export-store.ts'
import { OVERVIEW_TABLES } from './overview-texts.ts'
import { type OverviewSection, renderOverview } from './render-overview.ts'

export interface ArchiveDependencies extends Pick<PlatformServices, 'db'> {
  readonly files: Pick<FileStore, 'get'>
}

export interface ArchiveOptions {
  readonly uid: string
  readonly lang: Language
  readonly brand: LoadedBrand
  /** of the person; '' if it is not known */
  readonly timeZone: string
}

/** The readable page shows so many of the newest rows of a table. The JSON files are complete. */
export const SHOWN_ROWS_MAX = 100

/** Chunks of the archive. Throws, and so leaves an archive without its directory, if the database or a file fails. */
export async function* writeArchive(
  { db, files }: ArchiveDependencies,
  { uid, lang, brand, timeZone }: ArchiveOptions,
): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate')
  const at = new Date()
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const add = (name: string, compress = true): ZipDeflate | ZipPassThrough => {
    const file = compress ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
    file.mtime = at
    zip.add(file)
    return file
  }
  const sections: OverviewSection[] = []

  async function* addRows(
    section: Omit<OverviewSection, 'rows' | 'count'>,
    pages: AsyncIterable<readonly ExportedRow[]>,
  ): AsyncGenerator<Uint8Array> {
    const file = add(section.file)
    file.push(encode('['))
    const rows: ExportedRow[] = []
    let count = 0
    for await (const page of pages) {
      const text = page.map((row, index) => `${count + index === 0 ? '' : ','}\n${JSON.stringify(row)}`)
      file.push(encode(text.join('')))
      count += page.length
      rows.push(...page.slice(0, Math.max(0, SHOWN_ROWS_MAX - rows.length)))
      yield* chunks.splice(0)
    }
    file.push(encode('\n]\n'), true)
    sections.push({ ...section, rows, count })
    yield* chunks.splice(0)
  }

  let login: string | undefined
  for (const table of OVERVIEW_TABLES) {
    if (table === 'tracking_event') continue
    const shown = EXPORTED_TABLES[table]?.shown
    yield* addRows({ table, shown, file: `data/${table}.json` }, readRows(db, table, uid))
    if (table === 'account') login = sections[0]?.rows[0]?.analytics_id as string | undefined
  }
  if (login !== undefined)
    yield* addRows(
      { table: 'tracking_event', shown: SHOWN_EVENT_COLUMNS, file: 'data/tracking_event.json' },
      readEvents(db, login),
    )

  for (const { name } of await listHeadpicNames(db, { uid })) {
    const picture = await files.get(headpicStorageKey(name))
    if (!picture) continue
    // WebP is compressed already.
    add(`pictures/${name}`, false).push(picture, true)
    yield* chunks.splice(0)
  }

  const ids = sections.flatMap(({ rows }) => rows.flatMap(({ benefit_id: id }) => (id ? [String(id)] : [])))
  const benefits = await findBenefitNames(db, { ids: [...new Set(ids)] })
  add('data/benefit.json').push(encode(toJson(benefits)), true)
  add('manifest.json').push(encode(toJson(manifestOf(uid, at, sections))), true)
  add('index.html').push(encode(renderOverview({ lang, brand, timeZone, at, sections, benefits })), true)
  zip.end()
  yield* chunks.splice(0)
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

const manifestOf = (uid: string, at: Date, sections: readonly OverviewSection[]) => ({
  uid,
  createdAt: at,
  files: sections.map(({ file, count }) => ({ file, rows: count })),
  withheld: listWithheld(),
})
