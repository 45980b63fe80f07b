import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { callCli } from '../cli-fixture.ts'

const script = async (shell: string): Promise<string> => (await callCli(['completion', shell], {})).out

describe('bash', () => {
  /** What bash offers for the last word. */
  const complete = async (...words: string[]): Promise<string[]> => {
    const line = ['kerf', ...words].map(word => `'${word}'`).join(' ')
    const ask = `${await script('bash')}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _kerf; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', ask])
    return stdout.split('\n').filter(Boolean)
  }

  test.each([
    [['enterp'], ['enterprise']],
    [
      ['user', 're'],
      ['reveal', 'reset-factor', 'restore', 'restrict'],
    ],
    [['codes', 'create', '--co'], ['--count']],
    [['user', 'show', 'ada@example.com', '--js'], ['--json']],
    [['user', 'sessions', 'ada@example.com', '--e'], ['--end']],
    [['audit', '--out'], ['--outcome']],
    [['backup', 'file', '--js'], ['--json']],
    [['nothing', ''], []],
  ])('%j is completed to %j', async (words, offered) => {
    expect(await complete(...words)).toEqual(offered)
  })
})

test('zsh loads the bash completion', async () => {
  expect(await script('zsh')).toMatch(/^autoload -U \+X bashcompinit && bashcompinit\n_kerf\(\)/)
})

test('fish gets one line for each noun, verb and option', async () => {
  const lines = (await script('fish')).split('\n')
  expect(lines.every(line => /^complete -c kerf -n '[^']+' -(?:f -a|l) .+ -d '.+'$/.test(line))).toBe(true)
  expect(lines).toContainEqual(expect.stringContaining("__fish_use_subcommand' -f -a user -d"))
  expect(lines).toContainEqual(expect.stringContaining("__fish_seen_subcommand_from revoke' -l batch -r -d"))
})

test('rejects an unknown shell', async () => {
  expect(await callCli(['completion', 'tcsh'], {})).toMatchObject({ code: 2, out: '' })
})
