import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { RUNS_HEAVY } from '../../server/test/support/corpora.ts'
import { callCli, newKey } from './cli-fixture.ts'
import { commandPath, createProgram, leafCommands } from './program.ts'

const program = createProgram(() => async () => {}, { out: () => {}, err: () => {} })
const COMMANDS = leafCommands(program).map(command => ({ command, path: commandPath(command).slice(1) }))
/** A database that nothing may reach. */
const ENV = { KERF_OPERATOR: 'lin', DATABASE_URL: 'postgres://127.0.0.1:1/none' }

describe('help', () => {
  test.each(COMMANDS)('$path prints its help', async ({ command, path }) => {
    const { code, out, err } = await callCli([...path, '--help'], ENV)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain(`Usage: kerf ${path.join(' ')} `)
    for (const { long } of [...command.options, ...program.options]) expect(out).toContain(long)
  })

  test.each([[[]], [['--help']], [['help']]])('%j lists every command', async words => {
    const { code, out, err } = await callCli(words, ENV)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const { path } of COMMANDS) expect(out).toContain(`\n  ${path.join(' ')} `)
  })

  test('a noun lists its verbs', async () => {
    const { code, out } = await callCli(['codes', '--help'], ENV)
    expect(code).toBe(0)
    expect(out).toContain('codes revoke')
    expect(out).not.toContain('user show')
  })
})

describe('a wrong command line', () => {
  test.each([
    [['fly']],
    [['user']],
    [['user', 'shwo']],
    [['user', 'show']],
    [['audit', '--nope']],
    [['audit', 'extra']],
    [['audit', '--limit']],
    [['enterprise', 'create']],
    [['--as', 'x'.repeat(65), 'doctor']],
    [['ip', 'list', '--as', 'two\nlines']],
  ])('%j ends with code 2, a message on standard error and nothing on standard output', async words => {
    const { code, out, err } = await callCli(words, ENV)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^kerf: /)
  })

  test('names the command whose help explains it', async () => {
    expect((await callCli(['user', 'show'], ENV)).err).toBe(
      "kerf: missing required argument 'UID|EMAIL'\nSee kerf user show --help",
    )
    expect((await callCli(['codes', 'revoke'], ENV)).err).toBe(
      'kerf: Give either --batch or --file.\nSee kerf codes revoke --help',
    )
  })
})

test('a command that fails ends with code 1 and a message on standard error', async () => {
  const { code, out, err } = await callCli(['ip', 'list', '--json'], ENV)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^kerf: /)
})

describe('as a process', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const execute = async (...words: string[]) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kerf-operator-'))
    // A job library looks for settings there, which could be code.
    await writeFile(join(dataDir, 'package.json'), 'not JSON')
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, KERF_MASTER_KEY: newKey(), ...ENV }
    return promisify(execFile)(process.execPath, [main, ...words], { env, cwd: dataDir })
      .then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      )
      .finally(() => rm(dataDir, { recursive: true }))
  }

  test('prints one JSON value and nothing else', async () => {
    const { stdout, stderr } = await execute('doctor', '--json')
    expect(stderr).toBe('')
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject({ checks: expect.any(Array) })
  })

  test.runIf(RUNS_HEAVY)('ends with the exit code of the command', async () => {
    expect(await execute('user', 'show')).toMatchObject({ code: 2, stdout: '' })
    expect(await execute('doctor')).toMatchObject({ code: 1 })
    expect(await execute('doctor', '--help')).toMatchObject({ code: 0, stderr: '' })
  })

  test.runIf(RUNS_HEAVY)('a reader of its output may end first', async () => {
    const command = `"${process.execPath}" "${main}" --help | true; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command])
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' })
  })
})
