import { randomBytes } from 'node:crypto'
import { administer, environment, withDatabase } from './admin-connection.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

function required(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: run through vitest, whose global setup starts the database`)
  return value
}

/** A migrated, empty database of one's own, copied from the run's template in some 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = required(environment.adminUrl)
  const name = `kerf_test_${randomBytes(8).toString('hex')}`
  await administer(adminUrl, `create database ${name} template ${required(environment.template)}`)
  return {
    url: withDatabase(adminUrl, name),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  }
}
