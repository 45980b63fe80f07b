/** Registered apps: their credentials, and the origins a person may be handed to. Running servers are told at once. */
import { loadBrands } from '@kerf/brands/registry'
import { insertApp, replaceSecret, setOrigins } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { type Database, statement } from '../../platform/db/database.ts'
import { randomHandle, randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { OperationError } from '../operation-error.ts'
import { parseName } from '../parse-name.ts'
import { parseOrigins } from './app-origins.ts'

export interface NewApp {
  /** code of the brand it is an app of */
  readonly code: string
  readonly name: string
  /** exact origins, at least one */
  readonly origins: readonly string[]
  /** of the installation: http on this machine is an origin only outside production */
  readonly production: boolean
  readonly operator: string
}

/** The secret is told this once: the database keeps its hash. */
export interface AppCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Times are unix seconds. */
export interface ListedApp {
  readonly clientId: string
  readonly code: string
  readonly name: string
  readonly origins: readonly string[]
  readonly createdAt: number
  /** when it was last given another secret */
  readonly rotatedAt: number | null
}

const list = statement<ListedApp>(
  'operate.app.list',
  `select client_id as "clientId", code, name, origins, floor(extract(epoch from created_at))::float8 as "createdAt",
          floor(extract(epoch from rotated_at))::float8 as "rotatedAt"
     from app order by code, created_at`,
)

const unknown = (clientId: string) => new OperationError(`There is no app with the client id ${clientId}.`)

/** Throws an OperationError. */
export async function createApp(db: Database, wanted: NewApp): Promise<AppCredentials> {
  const { code, operator } = wanted
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(code))
    throw new OperationError('The code takes 1 to 32 small letters, digits and "-", a letter first.')
  const name = parseName(wanted.name)
  const origins = parseOrigins(wanted.origins, wanted.production)
  const clientId = `app_${randomHandle()}`
  const clientSecret = randomToken()
  await db.transaction(async tx => {
    await insertApp(tx, clientId, code, name, sha256(clientSecret), origins)
    await writeAudit(tx, {
      event: 'app.create',
      outcome: 'ok',
      operator,
      detail: { clientId, code, origins: origins.join(' ') },
    })
  })
  return { clientId, clientSecret }
}

/** Whether there is a brand of this code; an app of none is shown as the portal's own. */
export const isBrand = async (code: string): Promise<boolean> => (await loadBrands()).has(code)

/** Gives an app another secret; the old one is dead at once. Throws an OperationError. */
export async function rotateApp(db: Database, clientId: string, operator: string): Promise<AppCredentials> {
  const clientSecret = randomToken()
  await db.transaction(async tx => {
    const [rotated] = await replaceSecret(tx, clientId, sha256(clientSecret))
    if (!rotated) throw unknown(clientId)
    await writeAudit(tx, { event: 'app.rotate', outcome: 'ok', operator, detail: { clientId } })
  })
  return { clientId, clientSecret }
}

/** Replaces the list of origins. Throws an OperationError. */
export async function setAppOrigins(
  db: Database,
  change: Pick<NewApp, 'origins' | 'production' | 'operator'> & { readonly clientId: string },
): Promise<{ clientId: string; origins: readonly string[] }> {
  const { clientId, operator } = change
  const origins = parseOrigins(change.origins, change.production)
  await db.transaction(async tx => {
    const [changed] = await setOrigins(tx, clientId, origins)
    if (!changed) throw unknown(clientId)
    await writeAudit(tx, {
      event: 'app.origins',
      outcome: 'ok',
      operator,
      detail: { clientId, origins: origins.join(' ') },
    })
  })
  return { clientId, origins }
}

export async function listApps(db: Database, operator: string): Promise<readonly ListedApp[]> {
  const rows = await list(db)
  await writeAudit(db, { event: 'app.list', outcome: 'ok', operator, detail: { apps: rows.length } })
  return rows
}
