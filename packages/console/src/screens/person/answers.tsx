/** Says why the person cannot log in, get a code, redeem, train or use a machine. What blocks comes first, each with what mends it. */
import type { ConsoleInput } from '@kerf/contract/console/console-calls'
import type { Fact } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { formatDateTime, useLanguage } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../../api/queries.ts'
import { ActButton } from '../../parts/act/act-button.tsx'
import { type ActName, isAct } from '../../parts/act/acts.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import styles from '../../parts/form.module.css'
import { Loaded } from '../../parts/loaded.tsx'
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

/** The input of an act whose command has one argument. undefined: the console has no such act. */
function inputOf(name: ActName, [first = '']: readonly string[]): ConsoleInput<ActName> | undefined {
  if (name === 'mail lift' || name === 'mail resend') return { id: first }
  if (name === 'ip unban') return { network: first }
  if (name === 'certificate restore') return { number: first }
  return name.startsWith('user ') ? { who: first } : undefined
}

function Mend({ mend }: { mend: NonNullable<Fact['mend']> }) {
  const { operation } = mend
  const input = isAct(operation) ? inputOf(operation, mend.arguments) : undefined
  if (isAct(operation) && input) return <ActButton name={operation} input={input} />
  return <code>{['kerf', operation, ...mend.arguments].join(' ')}</code>
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

export const Answers = ({ who }: { who: string }) => (
  <div className={styles.form}>
    <Loaded query={useQuery(consoleQuery('explain', { who }))}>
      {({ facts }) => <Topics facts={facts} />}
    </Loaded>
    <CommandLine name="explain" input={{ who }} />
  </div>
)

function Topics({ facts }: { facts: readonly Fact[] }) {
  const topics = [...new Set(facts.map(({ about }) => about))]
  // What blocks comes first, whatever it is about.
  const order = topics.toSorted((a, b) => Number(blocks(facts, b)) - Number(blocks(facts, a)))
  return (
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
  )
}

const blocks = (facts: readonly Fact[], about: Fact['about']): boolean =>
  facts.some(fact => fact.about === about && fact.blocks)
