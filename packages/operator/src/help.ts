/** What `--help` prints. */
import type { Command, OptionHelp } from './command.ts'

const COMMON: Readonly<Record<string, OptionHelp>> = {
  as: { type: 'string', value: 'NAME', help: 'who acts, for the audit record (else KERF_OPERATOR)' },
  json: { type: 'boolean', help: 'one JSON value on standard output, nothing else there' },
  help: { type: 'boolean', help: 'this help' },
}
const YES: OptionHelp = { type: 'boolean', help: 'do not ask before it acts' }

/** All options a command takes, its own first. */
export const optionsOf = (command: Command): Readonly<Record<string, OptionHelp>> => ({
  ...command.options,
  ...(command.asks ? { yes: YES } : {}),
  ...COMMON,
})

const columns = (lines: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}

export function commandHelp(command: Command): string {
  const operands = (command.operands ?? []).map(name => ` ${name}`).join('')
  return `${command.summary}

usage: kerf ${command.path.join(' ')}${operands} [options]

${columns(
  Object.entries(optionsOf(command)).map(([name, { value, help, required }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    required ? `${help} (required)` : help,
  ]),
)}`
}

/** The commands of a noun, or all of them. */
export function overview(commands: readonly Command[]): string {
  return `usage: kerf NOUN VERB [options]

${columns(commands.map(({ path, operands = [], summary }) => [[...path, ...operands].join(' '), summary]))}

Every command takes --help, --json, --as NAME and --yes. It reads the environment of the server
(docs/operations.md) and works beside a running server or without one.`
}
