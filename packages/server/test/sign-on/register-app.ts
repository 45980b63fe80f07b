/** Registers an app as an operator does and waits until every process knows it. */
import { listLiveSessions } from '@kerf/contract/endpoints/ticket'
import { vi } from 'vitest'
import { createApp } from '../../src/operations/app/apps.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { TestServer } from '../support/test-server.ts'

export type Credentials = Readonly<Record<string, string>>

/** Headers that authenticate the server of an app. */
export const credentials = (clientId: string, clientSecret: string): Credentials => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
})

export async function registerApp(server: TestServer, ...origins: string[]): Promise<Credentials> {
  const db = await openDatabase({ url: server.databaseUrl, poolSize: 1, onError: () => {} })
  const options = { code: 'portal', name: 'X', origins, production: false, operator: 'lin' }
  const { clientId, clientSecret } = await createApp(db, options).finally(() => db.close())
  const headers = credentials(clientId, clientSecret)
  for (const process of server.urls.keys())
    await vi.waitFor(
      async () => {
        const { code } = await server.call(listLiveSessions, { sessions: [] }, { headers, process })
        if (code !== 0) throw new Error('the app is not known yet')
      },
      { timeout: 30_000, interval: 20 },
    )
  return headers
}
