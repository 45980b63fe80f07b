/** Says why the person cannot log in, get a code, redeem, train or use a machine. What blocks comes first, each with what mends it. */
import type { Fact } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../../api/queries.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import styles from '../../parts/form.module.css'
import { Loaded } from '../../parts/loaded.tsx'
import { Section, Tag } from '../../parts/page.tsx'
import { FactText, Mend } from './fact.tsx'

const ABOUT: Readonly<Record<Fact['about'], () => string>> = {
  request: m.console_about_request,
  account: m.console_about_account,
  login: m.console_about_login,
  code: m.console_about_code,
  redeem: m.console_about_redeem,
  training: m.console_about_training,
  machine: m.console_about_machine,
}

const FactCard = ({ fact }: { fact: Fact }) => (
  <div className={styles.answer} data-tone={fact.blocks ? 'bad' : undefined}>
    <FactText fact={fact} />
    {fact.mend && (
      <div>
        <Mend mend={fact.mend} />
      </div>
    )}
  </div>
)

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
    <div className={styles.flow}>
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
