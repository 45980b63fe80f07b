import type { FoundCertificate, PersonRedemption } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { RadioField, useLanguage } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleQuery } from '../../api/queries.ts'
import { ActButton } from '../../parts/act/act-button.tsx'
import { BenefitSelect } from '../../parts/act/benefit-select.tsx'
import { CommandLine } from '../../parts/command-line.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import styles from '../../parts/form.module.css'
import { Section, Tag } from '../../parts/page.tsx'
import { End, Time } from '../../parts/time.tsx'
import { courseWord } from '../../parts/words.ts'

const benefitColumns = (who: string, language: string): Column<PersonRedemption>[] => [
  {
    id: 'benefit',
    title: m.console_col_benefit(),
    cell: row => (language === 'zh' ? row.nameZh : row.nameEn),
  },
  { id: 'at', title: m.console_col_redeemed_at(), cell: row => <Time at={row.at} /> },
  {
    id: 'expires',
    title: m.console_col_expires(),
    cell: row => <End at={row.expiresAt} />,
  },
  {
    id: 'act',
    title: m.console_col_act(),
    cell: ({ id }) => (
      <div className={styles.acts}>
        <ActButton name="benefit take" input={{ who, id }} />
        <UndoRedemption who={who} id={id} />
      </div>
    ),
  },
]

export const PersonBenefits = ({ who }: { who: string }) => (
  <Section title={m.console_person_benefits()} actions={<GiveButton who={who} />}>
    <DataTable
      label={m.console_person_benefits()}
      query={useQuery(consoleQuery('redemption list', { who }))}
      columns={benefitColumns(who, useLanguage())}
      rowId={row => row.id}
    />
    <CommandLine name="redemption list" input={{ who }} />
  </Section>
)

function UndoRedemption({ who, id }: { who: string; id: string }) {
  const [code, setCode] = useState<'unused' | 'void'>('unused')
  return (
    <ActButton name="redemption undo" input={{ who, id, code }}>
      <RadioField
        name="code"
        label={m.console_redemption_code()}
        options={[
          { value: 'unused', label: m.console_redemption_code_unused() },
          { value: 'void', label: m.console_redemption_code_void() },
        ]}
        value={code}
        onSelect={setCode}
      />
    </ActButton>
  )
}

function GiveButton({ who }: { who: string }) {
  const [benefit, setBenefit] = useState('')
  return (
    <ActButton name="benefit give" input={{ who, benefit }}>
      <BenefitSelect value={benefit} onSelect={setBenefit} />
    </ActButton>
  )
}

const certificateColumns = (): Column<FoundCertificate>[] => [
  { id: 'course', title: m.console_col_course(), cell: row => courseWord(row.course) },
  { id: 'number', title: m.console_col_number(), cell: row => row.number },
  { id: 'at', title: m.console_col_issued_at(), cell: row => <Time at={row.issuedAt} /> },
  {
    id: 'status',
    title: m.console_col_status(),
    cell: row =>
      row.revokedAt === null ? (
        <Tag tone="good">{m.console_certificate_valid()}</Tag>
      ) : (
        <Tag tone="bad">{m.console_message_revoked()}</Tag>
      ),
  },
  {
    id: 'act',
    title: m.console_col_act(),
    cell: ({ number, revokedAt }) =>
      revokedAt === null ? (
        <div className={styles.acts}>
          <ActButton name="certificate resend" input={{ number }} />
          <ActButton name="certificate revoke" input={{ number }} />
        </div>
      ) : (
        <ActButton name="certificate restore" input={{ number }} />
      ),
  },
]

export const PersonCertificates = ({ who }: { who: string }) => (
  <Section title={m.console_person_certificates()}>
    <DataTable
      label={m.console_person_certificates()}
      query={useQuery(consoleQuery('certificate find', { what: who }))}
      columns={certificateColumns()}
      rowId={row => row.number}
    />
    <CommandLine name="certificate find" input={{ what: who }} />
  </Section>
)
