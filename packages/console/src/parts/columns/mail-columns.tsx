import type { ShownMail } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { ActButton } from '../act/act-button.tsx'
import type { Column } from '../data-table.tsx'
import { Tag } from '../page.tsx'
import { Time } from '../time.tsx'
import { mailFaultWord, mailStatusWord } from '../words.ts'
import { RequestLink } from './links.tsx'

const BAD = new Set(['refused', 'bounced', 'suppressed', 'expired'])
const WAITING = new Set(['queued', 'deferred'])

/** Emails of a person, and of everybody. */
export const mailColumns = (): Column<ShownMail>[] => [
  { id: 'at', title: m.console_col_time(), cell: row => <Time at={row.at} /> },
  { id: 'template', title: m.console_col_template(), cell: row => <code>{row.template}</code> },
  {
    id: 'status',
    title: m.console_col_status(),
    cell: ({ status }) => (
      <Tag tone={BAD.has(status) ? 'bad' : status === 'sent' ? 'good' : 'plain'}>
        {mailStatusWord(status)}
      </Tag>
    ),
  },
  {
    id: 'reply',
    title: m.console_col_reply(),
    cell: ({ reply, code, fault }) => [reply, code, fault && mailFaultWord(fault)].filter(Boolean).join(' '),
  },
  { id: 'domain', title: m.console_col_domain(), cell: row => row.domain },
  { id: 'attempts', title: m.console_col_attempts(), cell: row => row.attempts },
  { id: 'request', title: m.console_col_request(), cell: row => <RequestLink id={row.requestId} /> },
  {
    id: 'act',
    title: m.console_col_act(),
    cell: ({ id, status }) => WAITING.has(status) && <ActButton name="mail resend" input={{ id }} />,
  },
]
