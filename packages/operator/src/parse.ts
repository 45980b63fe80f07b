/** Which command a line means, and its values. */
import { parseArgs } from 'node:util'
import { type Command, UsageError, type Values } from './command.ts'
import { optionsOf } from './help.ts'

/** The command whose noun and verb the words begin with. */
export const findCommand = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands.find(({ path }) => path.every((word, index) => words[index] === word))

/** `words`: what follows noun and verb. Throws a UsageError. */
export function parseOptions(
  command: Command,
  words: readonly string[],
): { values: Values; positionals: readonly string[] } {
  const options = optionsOf(command)
  let parsed: { values: Values; positionals: string[] }
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        // Taken by all, so that a script need not know which command asks.
        yes: { type: 'boolean' },
        ...Object.fromEntries(
          Object.entries(options).map(([name, { type, repeatable = false }]) => [
            name,
            { type, multiple: repeatable },
          ]),
        ),
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const { values, positionals } = parsed
  if (values.help) return { values, positionals }
  for (const [name, { required }] of Object.entries(options))
    if (required && !values[name]) throw new UsageError(`--${name} is missing`)
  const wanted = command.operands ?? []
  if (positionals.length < wanted.length) throw new UsageError(`${wanted[positionals.length]} is missing`)
  if (positionals.length > wanted.length)
    throw new UsageError(`"${positionals[wanted.length]}" is one word too many`)
  return { values, positionals }
}
