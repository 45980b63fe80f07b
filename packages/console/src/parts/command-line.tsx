import { type ConsoleCallName, type ConsoleInput, commandLineOf } from '@kerf/contract/console/console-calls'
import * as m from '@kerf/locales/messages'
import { CopyButton } from '@kerf/portal/console-ui'
import type { Why } from '../api/call-console.ts'
import styles from './command-line.module.css'

interface CommandLineProps<N extends ConsoleCallName> {
  name: N
  input: ConsoleInput<N>
  why?: Why
}

/** Shows the command that does the same on the command line. */
export function CommandLine<N extends ConsoleCallName>({ name, input, why = {} }: CommandLineProps<N>) {
  const line = commandLineOf(name, input, {
    reason: why.reason || undefined,
    caseNumber: why.caseNumber || undefined,
  })
  return (
    <div className={styles.command}>
      <span className={styles.caption}>{m.console_command()}</span>
      <code>{line}</code>
      <CopyButton text={line} what={m.console_command()} />
    </div>
  )
}
