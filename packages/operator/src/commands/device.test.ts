import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  deriveMachineKey,
  unlockPasswordAt,
} from '../../../server/src/entitlements/welder/unlock-password.ts'
import { encrypt } from '../../../server/src/platform/keys/encryption.ts'
import { deriveKey } from '../../../server/src/platform/keys/secrets.ts'
import { lineKey, passwords } from '../../../server/test/welder/vectors.ts'
import { newKey } from '../cli-fixture.ts'
import { dataDir, env, run, runJson, sql, useDatabase } from '../database-fixture.ts'

useDatabase()

const SN = 'KLW1200AB0123456789CDEF'
const NEWER = 'KLW1200AB0123456789CDEG'

async function serials(...lines: string[]): Promise<string> {
  const path = join(dataDir, 'serials.txt')
  await writeFile(path, lines.join('\n'))
  return path
}
const provision = (sn: string) => runJson(['device', 'provision', '--sn', sn, '--yes'])
const verify = (sn: string, lightSource: string, password: string) =>
  run(['device', 'verify', '--sn', sn, '--light-source', lightSource, '--password', password, '--json'])

test('device verify accepts the published passwords and prints their numbers', async () => {
  const wrapping = deriveKey(Buffer.from(env.KERF_MASTER_KEY ?? '', 'base64url'), 'wrapping')
  await sql('insert into wrapped_key (name, wrapped) values ($1, $2)', [
    'unlock:welder:1',
    encrypt(wrapping, lineKey, 'unlock:welder:1'),
  ])
  await sql(`insert into line_key (line, version) values ('welder', 1)`)
  for (const { sn, lightSource, counter, password } of passwords.filter(
    ({ counter }) => counter === 1 || counter === 100,
  )) {
    const { code, out } = await verify(sn, lightSource, password)
    expect([code, JSON.parse(out)]).toEqual([0, { valid: true, counter }])
    const wrong = await verify(
      sn,
      lightSource,
      password.replace(/.$/, d => String((Number(d) + 1) % 10)),
    )
    expect([wrong.code, JSON.parse(wrong.out)]).toEqual([1, { valid: false, counter: null }])
  }
  const audits = JSON.stringify(await sql('select * from audit_event'))
  for (const { sn, password } of passwords) {
    expect(audits).not.toContain(sn)
    expect(audits).not.toContain(password)
  }
})

test('imported machines keep their key version when the key is rotated', async () => {
  const file = await serials(SN.toLowerCase(), '', SN)
  expect(await runJson(['device', 'import', '--file', file])).toEqual({
    imported: 1,
    known: 0,
    line: 'welder',
    keyVersion: 1,
  })
  const before = await provision(SN)
  expect(before).toMatchObject({ sn: SN, line: 'welder', keyVersion: 1 })
  expect(await runJson(['device', 'rotate-key', '--yes'])).toEqual({
    line: 'welder',
    keyVersion: 2,
    fromSn: null,
  })
  const more = await runJson(['device', 'import', '--file', await serials(SN, NEWER)])
  expect(more).toEqual({ imported: 1, known: 1, line: 'welder', keyVersion: 2 })
  expect(await provision(SN)).toEqual(before)
  expect((await provision(NEWER)).keyVersion).toBe(2)
  const later = await serials('KLW1200AB0123456789CDEH')
  expect(await runJson(['device', 'import', '--file', later, '--key-version', '1'])).toMatchObject({
    keyVersion: 1,
  })
  expect((await run(['device', 'provision', '--sn', 'KLW1200AB0123456789CDEZ', '--yes'])).code).toBe(1)
  const key = Buffer.from(before.keys['1200W'], 'hex')
  expect(JSON.parse((await verify(SN, '1200W', unlockPasswordAt(key, 1))).out)).toEqual({
    valid: true,
    counter: 1,
  })
})

test('rotating the master key does not change the keys of machines', async () => {
  const before = await provision(SN)
  const next = newKey()
  expect((await run(['key', 'rotate', '--yes'], { KERF_MASTER_KEY_NEW: next })).code).toBe(0)
  env.KERF_MASTER_KEY = next
  expect(await provision(SN)).toEqual(before)
  expect(deriveMachineKey(lineKey, SN, '1200W').toString('hex')).not.toBe(before.keys['1200W'])
})

test('rejects wrong values', async () => {
  const lines = [
    ['import', '--line', 'Welder', '--file', '/dev/null'],
    ['import', '--file', '/nowhere'],
    ['import', '--file', '/dev/null'],
    ['verify', '--sn', SN, '--light-source', '1000W', '--password', '12345678'],
    ['verify', '--sn', 'short', '--light-source', '800W', '--password', '12345678'],
    ['rotate-key', '--yes'],
    ['rotate-key', '--from-sn', 'short', '--yes'],
    ['provision', '--sn', SN],
  ]
  for (const words of lines) {
    const { code, out } = await run(['device', ...words])
    expect({ words, refused: code > 0, out }).toEqual({ words, refused: true, out: '' })
  }
})

test('imports nothing if one line is not an SN, and names the line', async () => {
  const { code, err } = await run(['device', 'import', '--file', await serials(SN, 'KLW-1200')])
  expect([code, err]).toEqual([1, expect.stringContaining('Line 2')])
  expect(await sql('select 1 from device')).toEqual([])
})
