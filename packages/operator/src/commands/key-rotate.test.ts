import { loadKeys, readMasterKey } from '@kerf/server/platform/keys/keys'
import { beforeEach, describe, expect, test } from 'vitest'
import { dataDir, env, newKey, run, runJson, withDatabase } from '../kerf-fixture.ts'

describe('key rotate', () => {
  const doctorSays = async (more: Record<string, string>) => {
    const { out } = await run(['doctor', '--json'], more)
    return JSON.parse(out).checks.find(({ name }: { name: string }) => name === 'master key')
  }
  beforeEach(async () => {
    await withDatabase(async db => loadKeys(db, await readMasterKey(env.KERF_MASTER_KEY, dataDir)))
  })

  test('the new key opens what the old one opened, and the old one no more', async () => {
    const KERF_MASTER_KEY_NEW = newKey()
    expect((await run(['key', 'rotate'], { KERF_MASTER_KEY_NEW })).code).toBe(2)
    expect((await run(['key', 'rotate'], { KERF_MASTER_KEY_NEW }, 'n')).code).toBe(1)
    expect((await doctorSays({})).status).toBe('ok')
    expect((await run(['key', 'rotate'], { KERF_MASTER_KEY_NEW }, 'y')).code).toBe(0)
    expect((await doctorSays({})).status).toBe('failed')
    expect((await doctorSays({ KERF_MASTER_KEY: KERF_MASTER_KEY_NEW })).status).toBe('ok')
    const back = { KERF_MASTER_KEY: KERF_MASTER_KEY_NEW, KERF_MASTER_KEY_NEW: env.KERF_MASTER_KEY ?? '' }
    expect(await runJson(['key', 'rotate', '--yes'], back)).toEqual({ rotated: 1 })
  })

  test('a wrong present key changes nothing', async () => {
    const { code, err } = await run(['key', 'rotate', '--yes'], {
      KERF_MASTER_KEY: newKey(),
      KERF_MASTER_KEY_NEW: newKey(),
    })
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('nothing was changed') })
    expect((await doctorSays({})).status).toBe('ok')
  })

  test.each(['', 'short', `${newKey()}x`])('%j is no new key', async KERF_MASTER_KEY_NEW => {
    expect((await run(['key', 'rotate', '--yes'], { KERF_MASTER_KEY_NEW })).code).toBe(1)
  })
})
