/** docs/commands.md lists every command with its arguments, options and purpose, and what the table of operations says. */
import { readFileSync } from 'node:fs'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { OPERATIONS } from '@kerf/server/operations/index'
import { expect, test } from 'vitest'
import { commandPath, createProgram, leafCommands } from './program.ts'

/** `--as`, `--json`, `--yes` and `--help` belong to all commands, `--reason` and `--case` to those that need a name. */
function rowOf(command: CommandUnknownOpts): string {
  const values = command.registeredArguments.map(argument => argument.name())
  const call = [...commandPath(command).slice(1), ...values].join(' ').replaceAll('|', '\\|')
  const options = command.options
    .filter(
      ({ hidden, long, mandatory }) => !hidden && (!['--reason', '--case'].includes(long ?? '') || mandatory),
    )
    .map(({ flags, mandatory }) => `\`${flags}\`${mandatory ? ' (required)' : ''}`)
  return `| \`${call}\` | ${options.join(', ')} | ${command.description()} |\n`
}

const document = readFileSync(new URL('../../../docs/commands.md', import.meta.url), 'utf8')
const blockOf = (name: string) => document.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0]

test('the document says who may do each operation and what it needs (S-171)', () => {
  const rows = Object.entries(OPERATIONS).map(
    ([words, { role, proof, reason, second, reads, undo, case: ofCase }]) => {
      const cells = [
        role,
        proof === 'name' ? 'yes' : '–',
        reason === 'none' ? '–' : reason,
        reason === 'none' ? '–' : (ofCase ?? 'optional'),
        second === 'always' ? 'yes' : second ? `above ${second.aboveCodes.toLocaleString('en')} codes` : '–',
      ]
      const until =
        undo?.until === undefined ? '' : undo.until === 'from' ? ', before it starts' : ', for 24 hours'
      const reverse = undo ? `\`${undo.by}\`${until}` : '–'
      return `| \`${words}\` | ${cells.join(' | ')} | ${reads ?? '–'} | ${reverse} |\n`
    },
  )
  const head =
    '| operation | role | proven name | reason | case | second operator | shows | taken back by |\n'
  expect(blockOf('operations')).toBe(
    [head, '| --- | --- | --- | --- | --- | --- | --- | --- |\n', ...rows].join(''),
  )
})

test('the document lists every command with its options', () => {
  const ignore = () => undefined
  const program = createProgram(() => async () => undefined, { out: ignore, err: ignore })
  const rows = leafCommands(program as CommandUnknownOpts).map(rowOf)
  expect(rows.length).toBeGreaterThan(50)
  expect(blockOf('commands')).toBe(
    ['| command | options | purpose |\n', '| --- | --- | --- |\n', ...rows].join(''),
  )
})
