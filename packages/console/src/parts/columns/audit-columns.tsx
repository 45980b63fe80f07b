import type { AuditRecord } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import type { Column } from '../data-table.tsx'
import { Tag } from '../page.tsx'
import { Time } from '../time.tsx'
import { detailText, outcomeWord } from '../words.ts'
import { PersonLink, RequestLink } from './links.tsx'

/** Rows of the audit record. Events have the names of the filter and of `kerf audit`. */
export const auditColumns = (): Column<AuditRecord>[] => [
  { id: 'at', title: m.console_col_time(), cell: row => <Time at={row.at} /> },
  { id: 'event', title: m.console_col_event(), cell: row => <code>{row.event}</code> },
  {
    id: 'outcome',
    title: m.console_col_outcome(),
    cell: row => <Tag tone={row.outcome === 'ok' ? 'good' : 'bad'}>{outcomeWord(row.outcome)}</Tag>,
  },
  { id: 'person', title: m.console_audit_person(), cell: row => row.uid && <PersonLink uid={row.uid} /> },
  { id: 'operator', title: m.console_col_operator(), cell: row => row.operator ?? '' },
  { id: 'network', title: m.console_col_network(), cell: row => row.network ?? '' },
  { id: 'request', title: m.console_col_request(), cell: row => <RequestLink id={row.requestId} /> },
  { id: 'detail', title: m.console_col_detail(), cell: row => <pre>{detailText(row.detail)}</pre> },
]
