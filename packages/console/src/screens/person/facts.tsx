import type { RevealedPerson, ShownPerson } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import {
  Button,
  CopyButton,
  DescriptionItem,
  DescriptionList,
  formatDateTime,
  Notice,
  RelativeTime,
  TextField,
} from '@kerf/portal/console-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callConsole } from '../../api/call-console.ts'
import { consoleQuery } from '../../api/queries.ts'
import { ActButton, Failure } from '../../parts/act-button.tsx'
import styles from '../../parts/form.module.css'
import { Section, Tag } from '../../parts/page.tsx'
import { detailText, kindWord, statusWord } from '../../parts/words.ts'

export function PersonFacts({ person }: { person: ShownPerson }) {
  const { uid, status } = person
  const [revealed, setRevealed] = useState<RevealedPerson>()
  return (
    <div className={styles.columns}>
      <Section
        title={m.console_person_facts()}
        actions={
          <ActButton
            name="user reveal"
            input={{ who: uid }}
            label={m.console_person_reveal()}
            text={m.console_person_reveal_text()}
            onDone={setRevealed}
          />
        }
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
            {person.lastSignIn ? (
              <>
                <RelativeTime at={person.lastSignIn.at} />{' '}
                {[person.lastSignIn.method, person.lastSignIn.application, person.lastSignIn.place]
                  .filter(Boolean)
                  .join(', ')}
              </>
            ) : (
              m.console_none()
            )}
          </DescriptionItem>
          {status === 'banned' && (
            <DescriptionItem name={m.console_person_ban()}>
              {person.bannedUntil === null ? m.console_never() : formatDateTime(person.bannedUntil)}{' '}
              {person.banReason}
            </DescriptionItem>
          )}
        </DescriptionList>
        {revealed && (
          <Notice tone="warning" title={m.console_person_revealed()}>
            {m.console_person_addresses()}: {revealed.addresses.join(', ') || m.console_none()}
          </Notice>
        )}
      </Section>
      <Section title={m.console_col_act()}>
        <div className={styles.acts}>
          <ActButton
            name="user unlock"
            input={{ who: uid }}
            label={m.console_act_unlock()}
            text={m.console_act_unlock_text()}
          />
          {status === 'banned' ? (
            <ActButton name="user unban" input={{ who: uid }} label={m.console_act_unban()} />
          ) : (
            <BanButton who={uid} />
          )}
          {status === 'restricted' && (
            <ActButton name="user unrestrict" input={{ who: uid }} label={m.console_act_unrestrict()} />
          )}
          {status === 'active' && (
            <ActButton
              name="user restrict"
              input={{ who: uid }}
              label={m.console_act_restrict()}
              text={m.console_act_restrict_text()}
            />
          )}
        </div>
        <Repairs who={uid} />
        <Factors who={uid} />
      </Section>
    </div>
  )
}

function BanButton({ who }: { who: string }) {
  const [until, setUntil] = useState('')
  const at = until === '' ? undefined : new Date(until)
  return (
    <ActButton
      name="user ban"
      input={{ who, ...(at && { until: at.toISOString() }) }}
      label={m.console_act_ban()}
      text={m.console_act_ban_text()}
      tone="danger"
    >
      <TextField
        name="until"
        type="datetime-local"
        label={m.console_message_until()}
        hint={m.console_never()}
        value={until}
        onChange={event => setUntil(event.target.value)}
      />
    </ActButton>
  )
}

/** Acts of two persons. The proof is in the case; only its reference is stored. */
function Repairs({ who }: { who: string }) {
  const [to, setTo] = useState('')
  const [since, setSince] = useState('')
  const [into, setInto] = useState('')
  const [evidence, setEvidence] = useState('')
  const proof = (
    <TextField
      name="evidence"
      label={m.console_evidence()}
      hint={m.console_evidence_hint()}
      maxLength={100}
      value={evidence}
      onChange={event => setEvidence(event.target.value)}
    />
  )
  const at = new Date(since)
  const merge = { who, into }
  const preview = useMutation({ mutationFn: () => callConsole('user merge-preview', merge) })
  return (
    <div className={styles.acts}>
      <ActButton
        name="user change-email"
        input={{ who, to, evidence }}
        label={m.console_act_change_email()}
        text={m.console_act_change_email_text()}
      >
        <TextField
          name="to"
          type="email"
          label={m.console_act_new_email()}
          value={to}
          onChange={event => setTo(event.target.value)}
        />
        {proof}
      </ActButton>
      <ActButton
        name="user restore"
        input={{ who, since: Number.isNaN(at.getTime()) ? '' : at.toISOString(), evidence }}
        label={m.console_act_restore_account()}
        text={m.console_act_restore_account_text()}
        tone="danger"
      >
        <TextField
          name="since"
          type="datetime-local"
          label={m.console_act_since()}
          value={since}
          onChange={event => setSince(event.target.value)}
        />
        {proof}
      </ActButton>
      <ActButton
        name="user merge"
        input={{ ...merge, address: 'second', evidence }}
        label={m.console_act_merge()}
        text={m.console_act_merge_text()}
        tone="danger"
      >
        <TextField
          name="into"
          label={m.console_act_merge_into()}
          value={into}
          onChange={event => {
            setInto(event.target.value)
            preview.reset()
          }}
        />
        <Button size="small" variant="secondary" pending={preview.isPending} onClick={() => preview.mutate()}>
          {m.console_act_merge_preview()}
        </Button>
        {preview.data && <pre className={styles.codes}>{detailText({ ...preview.data })}</pre>}
        <Failure error={preview.error} />
        {proof}
      </ActButton>
    </div>
  )
}

function Factors({ who }: { who: string }) {
  const { data } = useQuery(consoleQuery('user factors', { who }))
  if (!data) return null
  return (
    <>
      <DescriptionList>
        <DescriptionItem name={m.console_person_authenticator()}>
          {data.totp ? formatDateTime(data.totp.since) : m.console_none()}
        </DescriptionItem>
        <DescriptionItem name={m.console_person_recovery()}>{data.recoveryCodes}</DescriptionItem>
      </DescriptionList>
      {data.totp && (
        <ActButton
          name="user reset-factor"
          input={{ who }}
          label={m.console_act_reset_factor()}
          text={m.console_act_reset_factor_text()}
          tone="danger"
        />
      )}
    </>
  )
}
