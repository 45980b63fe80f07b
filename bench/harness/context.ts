/** Settings and data that all sections of a run share. */
import type { Figure } from './figures.ts'
import { createInstallation, type Installation } from './installation.ts'
import { type Accounts, seedAccounts } from './seed.ts'
import { vacuumDatabase } from './vacuum.ts'

export interface Context {
  /** rounds of each comparison */
  readonly rounds: number
  /** duration of one measurement under load */
  readonly seconds: number
  /** factor for the data sizes of sections with large ones */
  readonly scale: number
  /** sizes of the data sets of `scale`, ascending */
  readonly accountCounts: readonly number[]
  /** folder in which `scale` keeps its data set; undefined: a temporary one */
  readonly folder: string | undefined
  /** parts of a section; empty: all */
  readonly parts: ReadonlySet<string>
  /** Adds raw data to the file of `--json`. */
  keep(data: object): void
  /** created at the first call */
  installation(): Promise<Installation>
  /** 100,000 accounts and 10,000 live sessions, created at the first call */
  accounts(): Promise<Accounts>
}

export interface Section {
  readonly title: string
  run(context: Context): Promise<Figure[]>
}

type Settings = Omit<Context, 'installation' | 'accounts'>
type ScaleSettings = 'accountCounts' | 'folder' | 'parts' | 'keep'
const SCALE_DEFAULTS: Pick<Settings, ScaleSettings> = {
  accountCounts: [],
  folder: undefined,
  parts: new Set(),
  keep: () => undefined,
}

export function createContext(
  settings: Omit<Settings, ScaleSettings> & Partial<Pick<Settings, ScaleSettings>>,
): Context {
  let installation: Promise<Installation> | undefined
  let accounts: Promise<Accounts> | undefined
  const context: Context = {
    ...SCALE_DEFAULTS,
    ...settings,
    installation() {
      installation ??= createInstallation()
      return installation
    },
    accounts() {
      accounts ??= context.installation().then(async ({ db, adminUrl }) => {
        const seeded = await seedAccounts(db)
        await vacuumDatabase(adminUrl)
        return seeded
      })
      return accounts
    },
  }
  return context
}
