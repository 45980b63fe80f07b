import type { RevealedPerson, ShownPerson } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import {
  CopyButton,
  DescriptionItem,
  DescriptionList,
  formatDateTime,
  Notice,
  RelativeTime,
} from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleQuery } from '../../api/queries.ts'
import { ActButton } from '../../parts/act/act-button.tsx'
import { ActField } from '../../parts/act/act-dialog.tsx'
import { CommandLine } from '../../parts/command-line.tsx'
import styles from '../../parts/form.module.css'
import { Loaded } from '../../parts/loaded.tsx'
import { isoOf } from '../../parts/local-time.ts'
import { Section, Tag } from '../../parts/page.tsx'
import { kindWord, methodWord, statusWord } from '../../parts/words.ts'
import { useNeeds } from '../../session/session.tsx'
import { ChangeMailboxButton, MergeButton, RestoreButton } from './repairs.tsx'

export const PersonFacts = ({ person }: { person: ShownPerson }) => (
  <>
    <div className={styles.columns}>
      <Facts person={person} />
      <div className={styles.stack}>
        <Section title={m.console_col_act()}>
          <Acts person={person} />
        </Section>
        <Factors who={person.uid} />
      </div>
    </div>
    <CommandLine name="user show" input={{ who: person.uid }} />
  </>
)

function Facts({ person }: { person: ShownPerson }) {
  const { uid, status, lastSignIn } = person
  const [revealed, setRevealed] = useState<RevealedPerson>()
  return (
    <Section
      title={m.console_person_facts()}
      actions={<ActButton name="user reveal" input={{ who: uid }} doneText={null} onDone={setRevealed} />}
    >
      <DescriptionList>
        <DescriptionItem
          name={m.console_person_uid()}
          actions={<CopyButton text={uid} what={m.console_person_uid()} />}
        >
          {uid}
        </DescriptionItem>
        <DescriptionItem name={m.console_col_kind()}>{kindWord(person.kind)}</DescriptionItem>
        <DescriptionItem name={m.console_col_status()}>
          <Tag tone={status === 'active' ? 'good' : 'bad'}>{statusWord(status)}</Tag>
        </DescriptionItem>
        {status === 'banned' && (
          <DescriptionItem name={m.console_person_ban()}>
            {person.bannedUntil === null ? m.console_never() : formatDateTime(person.bannedUntil)}{' '}
            {person.banReason}
          </DescriptionItem>
        )}
        <DescriptionItem name={m.console_col_email()}>{revealed?.email ?? person.email}</DescriptionItem>
        <DescriptionItem name={m.console_person_second_email()}>
          {revealed?.secondEmail ?? person.secondEmail ?? m.console_none()}
        </DescriptionItem>
        <DescriptionItem name={m.console_person_nickname()}>
          {person.nickname || m.console_none()}
        </DescriptionItem>
        <DescriptionItem name={m.console_person_country()}>
          {person.country || m.console_none()}
        </DescriptionItem>
        <DescriptionItem name={m.console_col_created()}>{formatDateTime(person.createdAt)}</DescriptionItem>
        <DescriptionItem name={m.console_person_password()}>
          {person.defaultPassword
            ? m.console_person_password_default()
            : person.hasPassword
              ? m.console_person_password_set()
              : m.console_none()}
        </DescriptionItem>
        <DescriptionItem name={m.console_person_last_login()}>
          {lastSignIn ? (
            <>
              <RelativeTime at={lastSignIn.at} />{' '}
              {[methodWord(lastSignIn.method), lastSignIn.application, lastSignIn.place]
                .filter(Boolean)
                .join(', ')}
            </>
          ) : (
            m.console_none()
          )}
        </DescriptionItem>
      </DescriptionList>
      {revealed && (
        <Notice tone="warning" title={m.console_person_revealed()}>
          {m.console_person_addresses()}: {revealed.addresses.join(', ') || m.console_none()}
        </Notice>
      )}
    </Section>
  )
}

const Acts = ({ person: { uid, status } }: { person: ShownPerson }) => (
  <div className={styles.acts}>
    <ActButton name="user unlock" input={{ who: uid }} />
    {status === 'banned' ? <ActButton name="user unban" input={{ who: uid }} /> : <BanButton who={uid} />}
    {status === 'restricted' && <ActButton name="user unrestrict" input={{ who: uid }} />}
    {status === 'active' && <ActButton name="user restrict" input={{ who: uid }} />}
    <ChangeMailboxButton who={uid} />
    <RestoreButton who={uid} />
    <MergeButton who={uid} />
  </div>
)

function BanButton({ who }: { who: string }) {
  const [until, setUntil] = useState('')
  const end = isoOf(until)
  return (
    <ActButton name="user ban" input={{ who, ...(end && { until: end }) }}>
      <ActField
        name="until"
        type="datetime-local"
        label={m.console_col_until()}
        hint={m.console_until_hint()}
        value={until}
        onChange={event => setUntil(event.target.value)}
      />
    </ActButton>
  )
}

function Factors({ who }: { who: string }) {
  const mayRead = useNeeds('user factors') !== undefined
  const factors = useQuery({ ...consoleQuery('user factors', { who }), enabled: mayRead })
  if (!mayRead) return null
  return (
    <Section
      title={m.console_person_factor()}
      actions={factors.data?.totp && <ActButton name="user reset-factor" input={{ who }} />}
    >
      <Loaded query={factors}>
        {({ totp, recoveryCodes }) => (
          <DescriptionList>
            <DescriptionItem name={m.console_person_authenticator()}>
              {totp ? m.console_fact_since({ time: formatDateTime(totp.since) }) : m.console_none()}
            </DescriptionItem>
            <DescriptionItem name={m.console_person_recovery()}>{recoveryCodes}</DescriptionItem>
          </DescriptionList>
        )}
      </Loaded>
    </Section>
  )
}
