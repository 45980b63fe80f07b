/** Registered apps, held in memory: told of changes, read again every few seconds in case one is missed. */
import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../platform/db/database.ts'
import { listen } from '../../platform/db/listen.ts'
import type { AppAuthenticator, RegisteredApp } from '../../platform/http/session-claims.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { type AppRow, listApps } from './app-store.ts'

export interface AppRegistry extends AppAuthenticator {
  /** whether some app may be handed a person on this origin */
  hasOrigin(origin: string): boolean
  origins(): readonly string[]
  /** whether some app has this code */
  hasCode(code: string): boolean
  stop(): Promise<void>
}

const REREAD = 5_000
const NO_SECRET = sha256('')

const told = ({ client_id, code, name, origins }: AppRow): RegisteredApp => ({
  clientId: client_id,
  code,
  name,
  origins,
})

export async function createAppRegistry(db: Database, onError: (error: Error) => void): Promise<AppRegistry> {
  let apps = new Map<string, AppRow>()
  let known: ReadonlySet<string> = new Set()
  const read = async (): Promise<void> => {
    const rows = await listApps(db)
    apps = new Map(rows.map(row => [row.client_id, row]))
    known = new Set(rows.flatMap(row => row.origins))
  }
  const reread = (): void => {
    read().catch(onError)
  }
  await read()
  const timer = setInterval(reread, REREAD).unref()
  const listening = listen(db, 'app', reread, onError)
  return {
    authenticate(clientId, secret) {
      const app = apps.get(clientId)
      // An unknown client costs the same comparison.
      const matches = timingSafeEqual(sha256(secret), app?.secret_hash ?? NO_SECRET)
      return app && matches && secret !== '' ? told(app) : undefined
    },
    hasOrigin: origin => known.has(origin),
    origins: () => [...known],
    hasCode: code => [...apps.values()].some(app => app.code === code),
    async stop() {
      clearInterval(timer)
      await listening.stop()
    },
  }
}
