/**
 * samples/firmware logs a person in, compiled by the C compiler of the machine where there are one and the headers of libcurl (S-164).
 * It compiles, and the sample changes rarely; `pairing.test.ts` proves the calls.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clearSessions, getSessionLog } from '@kerf/contract/endpoints/session'
import { afterAll, expect, test, vi } from 'vitest'
import { issuerOf } from '../openid/openid-fixture.ts'
import { newOwner, useMachineServer } from './helpers.ts'
import { allow } from './network-machine.ts'

const COMPILER = '/usr/bin/cc'
const FLAGS =
  '-std=c99 -O1 -Wall -Wextra -Werror -pedantic -fsanitize=address,undefined -fno-sanitize-recover'.split(' ')
const SAMPLE = fileURLToPath(new URL('../../../../samples/firmware', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'kerf-firmware-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hasCompiler = existsSync(COMPILER)
const hasCurl =
  hasCompiler &&
  (() => {
    try {
      execFileSync(COMPILER, ['-E', '-x', 'c', '-'], { input: '#include <curl/curl.h>\n', stdio: 'pipe' })
      return true
    } catch {
      return false
    }
  })()

const compile = (program: string, sources: readonly string[], libraries: readonly string[] = []): string => {
  const file = join(folder, program)
  execFileSync(COMPILER, [...FLAGS, '-o', file, ...sources.map(name => join(SAMPLE, name)), ...libraries])
  return file
}

const server = await useMachineServer()

/** What the display has shown, and the keypad. */
function switchOn(program: string, sn: string, clientKey: string) {
  const machine: ChildProcess = spawn(program, [issuerOf(server), sn], {
    env: { KERF_CLIENT_KEY: clientKey, KERF_CHECK_SECONDS: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let shown = ''
  machine.stdout?.on('data', data => {
    shown += data
  })
  machine.stderr?.on('data', data => {
    shown += data
  })
  return {
    type: (line: string) => machine.stdin?.write(`${line}\n`),
    /** The newest line that matches. */
    waitFor: (pattern: RegExp) =>
      vi.waitFor(
        () => {
          const found = pattern.exec(shown)
          if (!found) throw new Error(`the display has not shown ${pattern}: ${shown}`)
          shown = shown.slice(found.index + found[0].length)
          return found
        },
        { timeout: 60_000, interval: 20 },
      ),
    /** Exit code. */
    async switchOff(): Promise<number | null> {
      const ended = new Promise<number | null>(resolve => machine.on('exit', resolve))
      machine.stdin?.end()
      return ended
    },
  }
}

test.skipIf(!hasCompiler)(
  'its reader of JSON refuses what it must, and reads damaged texts without a fault',
  () => {
    const program = compile('json_test', ['json.c', 'json_test.c'])
    expect(execFileSync(program, { encoding: 'utf8' })).toContain('200000 damaged texts, 0 failures')
  },
)

test.skipIf(!hasCurl)(
  'logs a person in by the digits, and follows the end of the session (skipped: no cc, or no headers of libcurl)',
  async () => {
    const program = compile(
      'machine',
      ['machine.c', 'portal.c', 'assertion.c', 'json.c', '../pass/hmac.c'],
      ['-lcurl'],
    )
    const { owner, built } = await newOwner(server)
    const { token } = owner
    const machine = switchOn(program, built.sn, built.clientKey)
    await machine.waitFor(/Nobody is logged in\./)
    const logIn = async () => {
      machine.type('login')
      const [, code = ''] = await machine.waitFor(/Scan http\S+\?user_code=([A-Z-]+) or enter \1/)
      const { digits } = (await allow(server, owner, code)).data
      await machine.waitFor(/Type the four digits/)
      return digits ?? ''
    }
    const digits = await logIn()
    machine.type(digits === '0000' ? '1111' : '0000')
    await machine.waitFor(/These digits are wrong/)
    machine.type(digits)
    await machine.waitFor(/Logged in: .+/)
    const list = async () =>
      (await server.call(getSessionLog, {}, { token })).data.sessions.filter(one => one.machineUntil !== null)
    const [session] = await list()
    await server.call(clearSessions, { session: session?.session ?? '' }, { token })
    await machine.waitFor(/The session has ended\./)

    machine.type(await logIn())
    await machine.waitFor(/Logged in: .+/)
    machine.type('end')
    await machine.waitFor(/The session has ended\./)
    expect(await machine.switchOff()).toBe(0)
  },
)

test.skipIf(!hasCurl)('gives its assertions to no other server than the one it was told', async () => {
  const program = join(folder, 'machine')
  const { built } = await newOwner(server)
  const machine = spawn(program, [server.url.replace('localhost', '127.0.0.1'), built.sn], {
    env: { KERF_CLIENT_KEY: built.clientKey },
  })
  expect(await new Promise(resolve => machine.on('exit', resolve))).toBe(1)
})
