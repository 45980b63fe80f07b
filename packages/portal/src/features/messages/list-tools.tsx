import { MESSAGE_SORTS, type MessageSort } from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { Button } from '../../ui/button/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { GearIcon, TAB_NAMES } from './categories.tsx'
import type { Tab } from './data/message-list.ts'
import styles from './message-center.module.css'

const SORT_NAMES = {
  newest: m.messages_sort_newest,
  oldest: m.messages_sort_oldest,
  unread: m.messages_sort_unread,
} as const satisfies Record<MessageSort, () => string>

interface Props {
  tab: Tab
  /** no messages, also on no other page: there is nothing to order or to mark */
  isEmpty: boolean
  unread: number
  sort: MessageSort
  onSort(sort: MessageSort): void
  marking: boolean
  onMarkAll(): void
  /** the messages of the tab are marked, and this takes it back */
  onUndo: (() => void) | undefined
  settingsShown: boolean
  onSettings(): void
}

export function ListTools({
  tab,
  isEmpty,
  unread,
  sort,
  onSort,
  marking,
  onMarkAll,
  onUndo,
  settingsShown,
  onSettings,
}: Props) {
  return (
    <div className={styles.tools}>
      {(!isEmpty || marking || onUndo) && (
        <>
          <label className={styles.sort}>
            <VisuallyHidden>{m.messages_sort()}</VisuallyHidden>
            <select value={sort} onChange={event => onSort(event.target.value as MessageSort)}>
              {MESSAGE_SORTS.map(one => (
                <option key={one} value={one}>
                  {SORT_NAMES[one]()}
                </option>
              ))}
            </select>
          </label>
          <Button
            variant="quiet"
            size="small"
            disabled={unread === 0 && !marking && !onUndo}
            pending={marking}
            onClick={onUndo ?? onMarkAll}
            aria-label={
              onUndo
                ? m.messages_read_undo_name()
                : tab === 'all' || tab === 'unread'
                  ? m.messages_read_all()
                  : m.messages_read_kind({ kind: TAB_NAMES[tab]() })
            }
          >
            {onUndo ? m.messages_read_undo() : m.messages_read_all()}
          </Button>
        </>
      )}
      <Button
        variant="quiet"
        size="small"
        data-settings
        aria-label={m.messages_settings()}
        title={m.messages_settings()}
        aria-pressed={settingsShown}
        onClick={onSettings}
      >
        <GearIcon />
      </Button>
    </div>
  )
}
