/** A fact of an explanation, and the act that resolves it. */
import type { ConsoleInput } from '@kerf/contract/console/console-calls'
import type { Fact } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { formatDateTime, useLanguage } from '@kerf/portal/console-ui'
import { ActButton } from '../../parts/act/act-button.tsx'
import { type ActName, isAct } from '../../parts/act/acts.ts'
import styles from '../../parts/form.module.css'

/** The input of an act whose command has one argument. undefined: the console has no such act. */
function inputOf(name: ActName, [first = '']: readonly string[]): ConsoleInput<ActName> | undefined {
  if (name === 'mail lift' || name === 'mail resend') return { id: first }
  if (name === 'ip unban') return { network: first }
  if (name === 'certificate restore') return { number: first }
  return name.startsWith('user ') ? { who: first } : undefined
}

/** A button where the console has the act, else the command. */
export function Mend({ mend }: { mend: NonNullable<Fact['mend']> }) {
  const { operation } = mend
  const input = isAct(operation) ? inputOf(operation, mend.arguments) : undefined
  if (isAct(operation) && input) return <ActButton name={operation} input={input} />
  return <code>{['kerf', operation, ...mend.arguments].join(' ')}</code>
}

/** The text of a fact, with its times. */
export function FactText({ fact }: { fact: Fact }) {
  const language = useLanguage()
  const times = [
    fact.since === null ? '' : m.console_fact_since({ time: formatDateTime(fact.since) }),
    fact.until === null ? '' : m.console_fact_until({ time: formatDateTime(fact.until) }),
  ].filter(Boolean)
  return (
    <p>
      {fact.text[language]} {times.length > 0 && <span className={styles.faint}>{times.join(', ')}</span>}
    </p>
  )
}
