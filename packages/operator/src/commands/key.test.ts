import { loadKeys, readMasterKey } from '@kerf/server/platform/keys/keys'
import { beforeEach, describe, expect, test } from 'vitest'
import { newKey } from '../cli-fixture.ts'
import { dataDir, env, run, runJson, useDatabase, withDatabase } from '../database-fixture.ts'

useDatabase()

describe('key rotate', () => {
  const masterKeyCheck = async (more: Record<string, string>) => {
    const { out } = await run(['doctor', '--json'], more)
    return JSON.parse(out).checks.find(({ name }: { name: string }) => name === 'master key')
  }
  beforeEach(async () => {
    await withDatabase(async db => loadKeys(db, await readMasterKey(env.KERF_MASTER_KEY, dataDir)))
  })

  test('afterwards only the new master key decrypts the keys', async () => {
    const KERF_MASTER_KEY_NEW = newKey()
    expect((await run(['key', 'rotate'], { KERF_MASTER_KEY_NEW })).code).toBe(2)
    expect((await run(['key', 'rotate'], { KERF_MASTER_KEY_NEW }, 'n')).code).toBe(1)
    expect((await masterKeyCheck({})).status).toBe('ok')
    expect((await run(['key', 'rotate'], { KERF_MASTER_KEY_NEW }, 'y')).code).toBe(0)
    expect((await masterKeyCheck({})).status).toBe('failed')
    expect((await masterKeyCheck({ KERF_MASTER_KEY: KERF_MASTER_KEY_NEW })).status).toBe('ok')
    const reversed = { KERF_MASTER_KEY: KERF_MASTER_KEY_NEW, KERF_MASTER_KEY_NEW: env.KERF_MASTER_KEY ?? '' }
    expect(await runJson(['key', 'rotate', '--yes'], reversed)).toEqual({ rotated: 1 })
  })

  test('changes nothing if the current master key is wrong', async () => {
    const { code, err } = await run(['key', 'rotate', '--yes'], {
      KERF_MASTER_KEY: newKey(),
      KERF_MASTER_KEY_NEW: newKey(),
    })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('nothing was changed') })
    expect((await masterKeyCheck({})).status).toBe('ok')
  })

  test.each(['', 'short', `${newKey()}x`])('rejects %j as the new key', async KERF_MASTER_KEY_NEW => {
    expect((await run(['key', 'rotate', '--yes'], { KERF_MASTER_KEY_NEW })).code).toBe(1)
  })
})

describe('key rotate-signing', () => {
  test('adds a key of each algorithm that signs after a day, when apps know it', async () => {
    const { added } = await runJson(['key', 'rotate-signing'])
    expect(added.map(({ alg }: { alg: string }) => alg)).toEqual(['RS256', 'ES256'])
    for (const { signsFrom } of added) expect(signsFrom - Date.now() / 1_000).toBeGreaterThan(23 * 3600)
  })

  test('--now withdraws the older keys', async () => {
    const { added: older } = await runJson(['key', 'rotate-signing'])
    const { added, withdrawn } = await runJson(['key', 'rotate-signing', '--now', '--yes'])
    expect(withdrawn).toEqual(expect.arrayContaining(older.map(({ kid }: { kid: string }) => kid)))
    const published = await withDatabase(db =>
      db.query<{ kid: string }>({
        text: 'select kid from openid_key where withdrawn_at is null or withdrawn_at > now()',
      }),
    )
    expect(published.rows.map(({ kid }) => kid).toSorted()).toEqual(
      added.map(({ kid }: { kid: string }) => kid).toSorted(),
    )
  })
})
