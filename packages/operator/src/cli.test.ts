import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { ACME, env, run } from './kerf-fixture.ts'

describe('every command', () => {
  test.each(COMMANDS.map(command => [command.path.join(' '), command] as const))(
    '%s has help',
    async (_, command) => {
      const { code, out } = await run([...command.path, '--help'])
      expect(code).toBe(0)
      for (const name of [...Object.keys(command.options), 'as', 'json']) expect(out).toContain(`--${name}`)
    },
  )

  test('a wrong line is told from a failure, on standard error alone', async () => {
    for (const words of [
      ['fly'],
      ['user'],
      ['user', 'show'],
      ['audit', '--nope'],
      ['audit', 'extra'],
      ['enterprise', 'create'],
    ]) {
      const { code, out, err } = await run(words)
      expect({ words, code, out }).toEqual({ words, code: 2, out: '' })
      expect(err).toMatch(/^kerf: /)
    }
    expect(await run(['user', 'show', 'nobody@example.com', '--json'])).toEqual({
      code: 1,
      out: '',
      err: 'kerf: There is no such account.',
    })
  })

  test('as a process it prints one JSON value and nothing else', async () => {
    const main = fileURLToPath(new URL('./main.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...ACME, '--json'], {
      env: { PATH: process.env.PATH, ...env },
    })
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject({ account: 'Acme-01' })
  })
})
