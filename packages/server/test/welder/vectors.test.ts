/** The server and the reference implementations compute the published test vectors. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  deriveMachineKey,
  LOOK_AHEAD_MAX,
  unlockPasswordAt,
} from '../../src/entitlements/welder/unlock-password.ts'
import { deviceKeys, lineKey, passwords, referenceCode, unlockDocument } from './vectors.ts'

test('publishes vectors of both light sources', () => {
  expect(deviceKeys.length).toBeGreaterThanOrEqual(3)
  expect(passwords.length).toBeGreaterThanOrEqual(15)
  expect(new Set(deviceKeys.map(({ lightSource }) => lightSource)).size).toBe(2)
})

test('computes the vectors on the server', () => {
  for (const { sn, lightSource, key } of deviceKeys)
    expect(deriveMachineKey(lineKey, sn, lightSource).toString('hex')).toBe(key)
  for (const { sn, lightSource, counter, password } of passwords)
    expect(unlockPasswordAt(deriveMachineKey(lineKey, sn, lightSource), counter)).toBe(password)
})

test('computes other passwords for another serial number, light source, key or counter', () => {
  const [{ sn, lightSource } = { sn: '', lightSource: '1200W' as const }] = deviceKeys
  const of = (key: Buffer, counter = 1) => unlockPasswordAt(key, counter)
  const all = [
    of(deriveMachineKey(lineKey, sn, lightSource)),
    of(deriveMachineKey(lineKey, sn, '800W')),
    of(deriveMachineKey(lineKey, `Z${sn.slice(1)}`, lightSource)),
    of(deriveMachineKey(Buffer.alloc(32), sn, lightSource)),
    of(deriveMachineKey(lineKey, sn, lightSource), 2),
  ]
  expect(new Set(all).size).toBe(5)
})

const hasCompiler = (() => {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** C program: reads lines of `key last password` and prints the result of the reference check. */
const PROGRAM = `
#include <stdio.h>
int main(void) {
  char hex[65], password[9];
  unsigned long long last;
  while (scanf("%64s %llu %8s", hex, &last, password) == 3) {
    uint8_t key[32];
    for (int i = 0; i < 32; i++) { unsigned byte; sscanf(hex + 2 * i, "%2x", &byte); key[i] = (uint8_t)byte; }
    printf("%llu\\n", (unsigned long long)kerf_unlock(key, last, password));
  }
  return 0;
}`

test.skipIf(!hasCompiler)('accepts exactly the valid passwords in the reference check in C', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-unlock-'))
  try {
    writeFileSync(join(folder, 'check.c'), referenceCode + PROGRAM)
    execFileSync('cc', [
      '-std=c99',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-O1',
      '-o',
      join(folder, 'check'),
      join(folder, 'check.c'),
    ])
    const asked: { line: string; expected: number }[] = []
    const ask = (key: string, last: number, password: string, expected: number) =>
      asked.push({ line: `${key} ${last} ${password}`, expected })
    for (const { sn, lightSource, counter, password } of passwords) {
      const key = deriveMachineKey(lineKey, sn, lightSource).toString('hex')
      ask(key, counter - 1, password, counter)
      ask(key, Math.max(0, counter - LOOK_AHEAD_MAX), password, counter)
      // Used already, outside the window, and one digit wrong.
      ask(key, counter, password, 0)
      if (counter > LOOK_AHEAD_MAX) ask(key, counter - LOOK_AHEAD_MAX - 1, password, 0)
      ask(
        key,
        counter - 1,
        password.replace(/.$/, digit => String((Number(digit) + 1) % 10)),
        0,
      )
      ask(key, counter - 1, `${password.slice(1)}x`, 0)
    }
    const input = `${asked.map(({ line }) => line).join('\n')}\n`
    const answers = execFileSync(join(folder, 'check'), { input }).toString().trim().split('\n').map(Number)
    expect(answers).toEqual(asked.map(({ expected }) => expected))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** A second implementation of the documented steps, for systems without a C compiler. */
async function recipe(key: Uint8Array<ArrayBuffer>, counter: bigint): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  const message = Uint8Array.from({ length: 8 }, (_, i) => Number((counter >> BigInt(56 - 8 * i)) & 255n))
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
  const at = (mac[31] ?? 0) & 15
  let number = 0n
  for (const byte of mac.slice(at, at + 4)) number = number * 256n + BigInt(byte)
  return String((number & 0x7fffffffn) % 100000000n).padStart(8, '0')
}

test('computes the vectors by the documented steps', async () => {
  for (const { sn, lightSource, counter, password } of passwords) {
    const key = new Uint8Array(deriveMachineKey(lineKey, sn, lightSource))
    expect(await recipe(key, BigInt(counter))).toBe(password)
  }
})

test('documents that watching proves elapsed playback, not attention (S-107)', () => {
  expect(unlockDocument).toMatch(/proves elapsed playback, not attention/)
})
