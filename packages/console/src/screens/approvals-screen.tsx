import type { ShownApproval } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { hasDecreased, Notice, useFocusFallback } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { ActButton } from '../parts/act/act-button.tsx'
import { CommandLine } from '../parts/command-line.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Page, Tag } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { approvalWord } from '../parts/words.ts'
import { useSession } from '../session/session.tsx'

const route = getRouteApi('/approvals')

export function ApprovalsScreen() {
  const all = route.useSearch().all === '1'
  return (
    <Page
      title={m.console_nav_approvals()}
      actions={
        <Link to="/approvals" search={all ? {} : { all: '1' }}>
          {all ? m.console_approval_waiting() : m.console_approval_all()}
        </Link>
      }
    >
      <ApprovalList key={String(all)} all={all} />
      <CommandLine name="approval list" input={{ all }} />
    </Page>
  )
}

/** `all`: also the requests that wait no longer */
export function ApprovalList({ all }: { all: boolean }) {
  const { session } = useSession()
  const [revealed, setRevealed] = useState<Readonly<Record<string, string>>>({})
  /** by the operator, since the screen was opened */
  const [answered, setAnswered] = useState<readonly ShownApproval[]>([])
  const list = useRef<HTMLDivElement>(null)
  const query = useQuery(consoleQuery('approval list', { all }))
  const approvals = useFirstOrder(withAnswered(query.data ?? [], answered))
  // A request that was answered loses the button that had the focus.
  useFocusFallback(list, approvals.filter(({ state }) => state === 'pending').length, hasDecreased)
  const onAnswered = (approval: ShownApproval) => setAnswered(earlier => [...earlier, approval])
  const columns: Column<ShownApproval>[] = [
    {
      id: 'what',
      title: m.console_col_what(),
      cell: row => (
        <>
          <ApprovalSubject approval={row} />
          <br />
          <span className={styles.faint}>{row.reason}</span>
          {row.state === 'pending' && revealed[row.id] && <Notice tone="warning">{revealed[row.id]}</Notice>}
        </>
      ),
    },
    {
      id: 'by',
      title: m.console_approval_by(),
      cell: row => row.requestedBy,
    },
    { id: 'until', title: m.console_col_until(), cell: row => <Time at={row.expiresAt} /> },
    {
      id: 'state',
      title: m.console_col_status(),
      cell: row => <Tag tone={row.state === 'rejected' ? 'bad' : 'plain'}>{approvalWord(row.state)}</Tag>,
    },
    {
      id: 'act',
      title: m.console_col_act(),
      cell: approval => {
        const { id, state, requestedBy: name, hasDetails } = approval
        /** The dialog covers the row. */
        const textOf = (consequence: string) => (
          <>
            <ApprovalSubject approval={approval} />
            <br />
            {consequence}
          </>
        )
        return (
          state === 'pending' && (
            <div className={styles.acts}>
              {hasDetails && (
                <ActButton
                  name="approval show"
                  input={{ id }}
                  doneText={null}
                  onDone={({ details }) =>
                    setRevealed({ ...revealed, [id]: details ?? m.console_approval_details_hidden() })
                  }
                />
              )}
              {name !== session.name && (
                <ActButton
                  name="approval approve"
                  input={{ id }}
                  text={textOf(m.console_approval_approve_text({ name }))}
                  onDone={onAnswered}
                />
              )}
              <ActButton
                name="approval reject"
                input={{ id }}
                text={textOf(m.console_approval_reject_text({ name }))}
                onDone={onAnswered}
              />
            </div>
          )
        )
      },
    },
  ]
  return (
    <div ref={list} tabIndex={-1}>
      <DataTable
        label={m.console_nav_approvals()}
        query={{ ...query, data: query.data && approvals }}
        columns={columns}
        rowId={row => row.id}
        empty={m.console_approval_nothing()}
      />
    </div>
  )
}

/** What is requested. */
const ApprovalSubject = ({ approval: { operation, summary } }: { approval: ShownApproval }) => (
  <>
    <code>{operation}</code> {summary}
  </>
)

/** A request that was answered stays in the list. */
function withAnswered(
  listed: readonly ShownApproval[],
  answered: readonly ShownApproval[],
): readonly ShownApproval[] {
  const kept = answered.filter(one => !listed.some(({ id, state }) => id === one.id && state !== 'pending'))
  const others = listed.filter(({ id }) => kept.every(one => one.id !== id))
  return [...others, ...kept]
}

/** Rows keep the order of their first appearance, and new ones come last: a press never hits another row than the one it was meant for. */
function useFirstOrder(approvals: readonly ShownApproval[]): readonly ShownApproval[] {
  const [ids, setIds] = useState<readonly string[]>([])
  const added = approvals.filter(({ id }) => !ids.includes(id))
  if (added.length > 0) setIds([...ids, ...added.map(({ id }) => id)])
  return ids.flatMap(id => approvals.find(approval => approval.id === id) ?? [])
}
