import type { FoundCertificate, PersonRedemption } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { formatDateTime, useLanguage } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleQuery } from '../../api/queries.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import styles from '../../parts/form.module.css'
import { Section, Tag } from '../../parts/page.tsx'
import { Select } from '../../parts/select.tsx'
import { useNeeds } from '../../session/session.tsx'

export function PersonBenefits({ who }: { who: string }) {
  const language = useLanguage()
  const columns: Column<PersonRedemption>[] = [
    {
      id: 'benefit',
      title: m.console_col_benefit(),
      cell: row => (language === 'zh' ? row.nameZh : row.nameEn),
    },
    { id: 'at', title: m.console_col_redeemed(), cell: row => formatDateTime(row.at) },
    {
      id: 'expires',
      title: m.console_col_expires(),
      cell: row => (row.expiresAt === null ? m.console_never() : formatDateTime(row.expiresAt)),
    },
    {
      id: 'act',
      title: m.console_col_act(),
      cell: row => (
        <div className={styles.acts}>
          <ActButton
            name="benefit take"
            input={{ who, id: row.id }}
            label={m.console_act_take()}
            text={m.console_act_take_text()}
            tone="danger"
          />
          <ActButton
            name="redemption undo"
            input={{ who, id: row.id, code: 'unused' }}
            label={m.console_act_redemption_undo()}
            text={m.console_act_redemption_undo_text()}
          />
        </div>
      ),
    },
  ]
  return (
    <Section title={m.console_person_benefits()} actions={<GiveButton who={who} />}>
      <DataTable
        label={m.console_person_benefits()}
        query={useQuery(consoleQuery('redemption list', { who }))}
        columns={columns}
        rowId={row => row.id}
      />
    </Section>
  )
}

function GiveButton({ who }: { who: string }) {
  const mayGive = useNeeds('benefit give') !== undefined
  const language = useLanguage()
  const benefits = useQuery({ ...consoleQuery('benefit list', {}), enabled: mayGive })
  const [benefit, setBenefit] = useState('')
  const usable = (benefits.data ?? []).filter(({ retiredAt }) => retiredAt === null)
  const chosen = benefit || (usable[0]?.id ?? '')
  return (
    <ActButton name="benefit give" input={{ who, benefit: chosen }} label={m.console_act_give()}>
      <Select
        label={m.console_codes_benefit()}
        value={chosen}
        onChange={event => setBenefit(event.target.value)}
        options={usable.map(({ id, nameEn, nameZh }) => ({
          value: id,
          label: language === 'zh' ? nameZh : nameEn,
        }))}
      />
    </ActButton>
  )
}

export function PersonCertificates({ who }: { who: string }) {
  const columns: Column<FoundCertificate>[] = [
    { id: 'course', title: m.console_col_course(), cell: row => row.course },
    { id: 'number', title: m.console_col_number(), cell: row => row.number },
    { id: 'at', title: m.console_col_time(), cell: row => formatDateTime(row.issuedAt) },
    {
      id: 'status',
      title: m.console_col_status(),
      cell: row =>
        row.revokedAt === null ? (
          <Tag tone="good">{m.console_status_active()}</Tag>
        ) : (
          <Tag tone="bad">{m.console_message_revoked()}</Tag>
        ),
    },
    {
      id: 'act',
      title: m.console_col_act(),
      cell: ({ number, revokedAt }) => (
        <div className={styles.acts}>
          {revokedAt === null ? (
            <>
              <ActButton name="certificate resend" input={{ number }} label={m.console_act_resend()} />
              <ActButton
                name="certificate revoke"
                input={{ number }}
                label={m.console_act_revoke()}
                text={m.console_act_revoke_certificate_text()}
                tone="danger"
              />
            </>
          ) : (
            <ActButton name="certificate restore" input={{ number }} label={m.console_act_restore()} />
          )}
        </div>
      ),
    },
  ]
  return (
    <Section title={m.console_person_certificates()}>
      <DataTable
        label={m.console_person_certificates()}
        query={useQuery(consoleQuery('certificate find', { what: who }))}
        columns={columns}
        rowId={row => row.number}
      />
    </Section>
  )
}
