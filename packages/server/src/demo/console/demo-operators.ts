/** Operators of a development installation: one for the browser that opens the console first, and one to approve its acts (S-176). */
import { type Database, openDatabase } from '../../platform/db/database.ts'

const FIRST = 'demo'
const SECOND = 'second'

/** The code of operations is loaded here: a start that has no console goes without it. */
async function invite(db: Database, name: string): Promise<string> {
  const { DEVELOPMENT_ISSUER, inviteOperator, listOperators, withOperatorEvidence } = await import(
    '../../operations/index.ts'
  )
  return withOperatorEvidence({ source: 'user:development', stated: null }, async () => {
    const hasEntered = (await listOperators(db, DEVELOPMENT_ISSUER)).some(
      row => row.name === name && row.passkeys > 0,
    )
    return hasEntered
      ? ''
      : (await inviteOperator(db, { name, roles: ['owner'], operator: DEVELOPMENT_ISSUER })).token
  })
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url, poolSize: 1, onError: () => undefined })
  return work(db).finally(() => db.close())
}

/** An invitation of the demo operator; undefined once it was used. */
export const createDemoInvitation = (ownerUrl: string) => async (): Promise<string | undefined> =>
  (await withDatabase(ownerUrl, db => invite(db, FIRST))) || undefined

/** An invitation of the operator who approves; undefined once it was used. */
export const inviteSecondOperator = async (ownerUrl: string): Promise<string | undefined> =>
  (await withDatabase(ownerUrl, db => invite(db, SECOND))) || undefined
