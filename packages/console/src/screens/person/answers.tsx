/** Why the person cannot log in, get a code, redeem, train or use a machine: what blocks first, each with what mends it. */
import { type ConsoleCallName, type ConsoleInput, isConsoleCall } from '@kerf/contract/console/console-calls'
import type { Fact } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { formatDateTime, Skeleton, useLanguage } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../../api/queries.ts'
import { ActButton, CommandLine, Failure } from '../../parts/act-button.tsx'
import styles from '../../parts/form.module.css'
import { Section, Tag } from '../../parts/page.tsx'

const ABOUT: Readonly<Record<Fact['about'], () => string>> = {
  request: m.console_about_request,
  account: m.console_about_account,
  login: m.console_about_login,
  code: m.console_about_code,
  redeem: m.console_about_redeem,
  training: m.console_about_training,
  machine: m.console_about_machine,
}

/** The input of a call whose command has one argument. undefined: the console has no such act. */
function inputOf(
  name: ConsoleCallName,
  [first = '']: readonly string[],
): ConsoleInput<ConsoleCallName> | undefined {
  if (name === 'mail lift') return { id: first }
  if (name === 'ip unban') return { network: first }
  if (name === 'certificate restore') return { number: first }
  return name.startsWith('user ') ? { who: first } : undefined
}

function Mend({ mend }: { mend: NonNullable<Fact['mend']> }) {
  const { operation } = mend
  const input = isConsoleCall(operation) ? inputOf(operation, mend.arguments) : undefined
  if (!isConsoleCall(operation) || input === undefined)
    return <code>{['kerf', operation, ...mend.arguments].join(' ')}</code>
  return <ActButton name={operation} input={input} label={m.console_mend()} text={`kerf ${operation}`} />
}

function FactCard({ fact }: { fact: Fact }) {
  const language = useLanguage()
  const times = [
    fact.since === null ? '' : m.console_fact_since({ time: formatDateTime(fact.since) }),
    fact.until === null ? '' : m.console_fact_until({ time: formatDateTime(fact.until) }),
  ].filter(Boolean)
  return (
    <div className={styles.answer} data-tone={fact.blocks ? 'bad' : undefined}>
      <p>
        {fact.text[language]} {times.length > 0 && <span className={styles.faint}>{times.join(', ')}</span>}
      </p>
      {fact.mend && (
        <div>
          <Mend mend={fact.mend} />
        </div>
      )}
    </div>
  )
}

export function Answers({ who }: { who: string }) {
  const explained = useQuery(consoleQuery('explain', { who }))
  if (explained.isPending)
    return (
      <div className={styles.form} role="status" aria-label={m.ui_loading()}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    )
  if (explained.error) return <Failure error={explained.error} />
  const { facts } = explained.data
  const topics = [...new Set(facts.map(({ about }) => about))]
  // What blocks comes first, whatever it is about.
  const order = topics.toSorted((a, b) => Number(blocks(facts, b)) - Number(blocks(facts, a)))
  return (
    <div className={styles.form}>
      <div className={styles.columns}>
        {order.map(about => (
          <Section
            key={about}
            title={ABOUT[about]()}
            actions={
              <Tag tone={blocks(facts, about) ? 'bad' : 'good'}>
                {blocks(facts, about) ? m.console_blocks() : m.console_blocks_none()}
              </Tag>
            }
          >
            {facts
              .filter(fact => fact.about === about)
              .map(fact => (
                <FactCard key={`${fact.code} ${fact.text.en}`} fact={fact} />
              ))}
          </Section>
        ))}
      </div>
      <CommandLine name="explain" input={{ who }} />
    </div>
  )
}

const blocks = (facts: readonly Fact[], about: Fact['about']): boolean =>
  facts.some(fact => fact.about === about && fact.blocks)
