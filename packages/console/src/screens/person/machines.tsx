import type { PersonMachine } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleQuery } from '../../api/queries.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import styles from '../../parts/form.module.css'
import { Section, Tag } from '../../parts/page.tsx'
import { End, Time } from '../../parts/time.tsx'
import { machineRoleWord, machineWayWord } from '../../parts/words.ts'
import { FactText, Mend } from './fact.tsx'

const columns = (): Column<PersonMachine>[] => [
  {
    id: 'name',
    title: m.console_col_name(),
    cell: ({ machine, name }) => (
      <Link to="/machines" search={{ machine }}>
        {name || machine.slice(0, 8)}
      </Link>
    ),
  },
  { id: 'line', title: m.console_machine_line(), cell: row => row.line },
  { id: 'sn', title: m.console_machine_sn(), cell: row => row.sn },
  {
    id: 'role',
    title: m.console_col_role(),
    cell: ({ role, through, workshop }) =>
      [role && machineRoleWord(role), workshop?.name, machineWayWord(through)].filter(Boolean).join(' · '),
  },
  { id: 'since', title: m.console_col_since(), cell: row => <Time at={row.since} /> },
  {
    id: 'until',
    title: m.console_col_until(),
    cell: row => <End at={row.until} />,
  },
  {
    id: 'status',
    title: m.console_col_status(),
    cell: ({ facts }) =>
      facts.length === 0 ? (
        <Tag tone="good">{m.console_machine_can_use()}</Tag>
      ) : (
        <div className={styles.form}>
          {facts.map(fact => (
            <div key={fact.code} className={styles.form}>
              <FactText fact={fact} />
              {fact.mend && <Mend mend={fact.mend} />}
            </div>
          ))}
        </div>
      ),
  },
]

export const PersonMachines = ({ who }: { who: string }) => (
  <Section title={m.console_nav_machines()}>
    <DataTable
      label={m.console_nav_machines()}
      query={useQuery(consoleQuery('user machines', { who }))}
      columns={columns()}
      rowId={row => `${row.machine} ${row.through}`}
    />
    <CommandLine name="user machines" input={{ who }} />
  </Section>
)
