import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandRegistry } from '../input/command-context.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export function addCompletionCommand({ program, action }: CommandRegistry): void {
  program
    .command('completion')
    .description('Prints a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'load it with: source <(kerf completion bash)').choices(SHELLS))
    .action(
      action(async (_, shell) => {
        const script = shell === 'fish' ? fishScript(program) : bashScript(program, shell === 'zsh')
        return { json: { shell, script }, text: script }
      }),
    )
}

const optionNames = (command: CommandUnknownOpts): string[] =>
  [...command.options, ...(command.parent ? rootOf(command).options : [])].flatMap(({ long }) => long ?? [])

const rootOf = (command: CommandUnknownOpts): CommandUnknownOpts =>
  command.parent ? rootOf(command.parent) : command

/** Words that may follow each noun, or noun and verb: verbs, or the options of the command. */
function wordsByPath(program: CommandUnknownOpts): Map<string, string[]> {
  const words = new Map<string, string[]>([['', [...program.commands.map(noun => noun.name()), '--help']]])
  for (const noun of program.commands) {
    const verbs = noun.commands.map(verb => verb.name())
    words.set(noun.name(), [...(verbs.length > 0 ? verbs : optionNames(noun)), '--help'])
    for (const verb of noun.commands)
      words.set(`${noun.name()} ${verb.name()}`, [...optionNames(verb), '--help'])
  }
  return words
}

function bashScript(program: CommandUnknownOpts, isZsh: boolean): string {
  const cases = [...wordsByPath(program)].map(
    ([path, words]) => `    '${path}') words='${words.join(' ')}' ;;`,
  )
  return `${isZsh ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_kerf() {
  local path='' word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    case "$path" in
      '') path="$word" ;;
      *' '*) break ;;
      *) path="$path $word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
    # A noun without verbs is followed by an argument.
    *) case "\${path%% *}" in
${program.commands
  .filter(noun => noun.commands.length === 0)
  .map(noun => `      ${noun.name()}) words='${[...optionNames(noun), '--help'].join(' ')}' ;;`)
  .join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kerf kerf`
}

/** The shell shows one line. */
const quoted = (text: string): string =>
  `'${text.replaceAll('\n', ' ').replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fishScript(program: CommandUnknownOpts): string {
  const line = (condition: string, rest: string): string => `complete -c kerf -n '${condition}' ${rest}`
  const options = (command: CommandUnknownOpts, condition: string): string[] =>
    command.options.map(option =>
      line(
        condition,
        `-l ${option.long?.slice(2)}${option.required ? ' -r' : ''} -d ${quoted(option.description)}`,
      ),
    )
  return [
    ...program.commands.flatMap(noun => {
      const inNoun = `__fish_seen_subcommand_from ${noun.name()}`
      const verbs = noun.commands.map(verb => verb.name()).join(' ')
      return [
        line('__fish_use_subcommand', `-f -a ${noun.name()} -d ${quoted(noun.description())}`),
        ...options(noun, inNoun),
        ...noun.commands.flatMap(verb => [
          line(
            `${inNoun}; and not __fish_seen_subcommand_from ${verbs}`,
            `-f -a ${verb.name()} -d ${quoted(verb.description())}`,
          ),
          ...options(verb, `${inNoun}; and __fish_seen_subcommand_from ${verb.name()}`),
        ]),
      ]
    }),
    ...options(program, 'not __fish_use_subcommand'),
  ].join('\n')
}
