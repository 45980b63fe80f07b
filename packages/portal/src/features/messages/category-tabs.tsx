import * as m from '@kerf/locales/messages'
import { type KeyboardEvent, useRef } from 'react'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { TAB_NAMES } from './categories.tsx'
import styles from './category-tabs.module.css'
import type { MessageCounts } from './data/message-feed.ts'
import { TABS, type Tab } from './data/message-list.ts'

interface Props {
  /** unique in its document or shadow root */
  id: string
  selected: Tab
  counts: MessageCounts | undefined
  onSelect(tab: Tab): void
}

const KEY_STEPS: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: at => (at + 1) % TABS.length,
  ArrowDown: at => (at + 1) % TABS.length,
  ArrowLeft: at => (at + TABS.length - 1) % TABS.length,
  ArrowUp: at => (at + TABS.length - 1) % TABS.length,
  Home: () => 0,
  End: () => TABS.length - 1,
}

export const tabId = (id: string, tab: Tab): string => `${id}-tab-${tab}`
export const panelId = (id: string): string => `${id}-panel`

/** Tabs of the categories: beside the list on wide screens, above it on narrow ones. */
export function CategoryTabs({ id, selected, counts, onSelect }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const next = TABS[KEY_STEPS[event.key]?.(TABS.indexOf(selected)) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={m.messages_tabs()}
      className={styles.tabs}
      data-pending={counts === undefined || undefined}
      onKeyDown={move}
    >
      {TABS.map(tab => {
        const count = counts?.[tab] ?? 0
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            id={tabId(id, tab)}
            data-tab={tab}
            className={styles.tab}
            aria-selected={tab === selected}
            aria-controls={panelId(id)}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => onSelect(tab)}
          >
            <span>{TAB_NAMES[tab]()}</span>
            {count > 0 && (
              <>
                {/* "Unread" shows the number of all. */}
                {tab !== 'all' && (
                  <span
                    className={styles.count}
                    aria-hidden="true"
                    title={m.messages_unread_count({ count })}
                  >
                    {count > 999 ? '999+' : count}
                  </span>
                )}
                <VisuallyHidden> {m.messages_unread_count({ count })}</VisuallyHidden>
              </>
            )}
          </button>
        )
      })}
    </div>
  )
}
