/** What the sections of a run share. */
import type { Figure } from './figures.ts'
import { type Installation, makeInstallation } from './installation.ts'
import { type Accounts, seedAccounts } from './seed.ts'
import { tidy } from './tidy.ts'

export interface Context {
  /** turns in which things are measured side by side */
  readonly rounds: number
  /** length of one measurement under load */
  readonly seconds: number
  /** share of the sizes, of sections that have large ones */
  readonly scale: number
  /** made when first wanted */
  installation(): Promise<Installation>
  /** 100,000 accounts and 10,000 live sessions, made when first wanted */
  accounts(): Promise<Accounts>
}

export interface Section {
  readonly title: string
  run(context: Context): Promise<Figure[]>
}

export function createContext(settings: { rounds: number; seconds: number; scale: number }): Context {
  let installation: Promise<Installation> | undefined
  let accounts: Promise<Accounts> | undefined
  const context: Context = {
    ...settings,
    installation() {
      installation ??= makeInstallation()
      return installation
    },
    accounts() {
      accounts ??= context.installation().then(async ({ db, adminUrl }) => {
        const seeded = await seedAccounts(db)
        await tidy(adminUrl)
        return seeded
      })
      return accounts
    },
  }
  return context
}
