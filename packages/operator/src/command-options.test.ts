/** docs/commands.md lists every command with its arguments, options and purpose. */
import { readFileSync } from 'node:fs'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { commandPath, createProgram, leafCommands } from './program.ts'

/** `--as`, `--json`, `--yes` and `--help` belong to all commands. */
function rowOf(command: CommandUnknownOpts): string {
  const values = command.registeredArguments.map(argument => argument.name())
  const call = [...commandPath(command).slice(1), ...values].join(' ').replaceAll('|', '\\|')
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, mandatory }) => `\`${flags}\`${mandatory ? ' (required)' : ''}`)
  return `| \`${call}\` | ${options.join(', ')} | ${command.description()} |\n`
}

test('the document lists every command with its options', () => {
  const ignore = () => undefined
  const program = createProgram(() => async () => undefined, { out: ignore, err: ignore })
  const rows = leafCommands(program as CommandUnknownOpts).map(rowOf)
  expect(rows.length).toBeGreaterThan(50)
  const document = readFileSync(new URL('../../../docs/commands.md', import.meta.url), 'utf8')
  const block = document.split('<!-- commands -->\n')[1]?.split('<!-- /commands -->')[0]
  expect(block).toBe(['| command | options | purpose |\n', '| --- | --- | --- |\n', ...rows].join(''))
})
