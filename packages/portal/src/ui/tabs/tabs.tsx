import type { KeyboardEvent, ReactNode } from 'react'
import styles from './tabs.module.css'

export interface TabsProps<V extends string> {
  /** unique on the page; connects tabs with their panels */
  name: string
  label: string
  tabs: readonly { readonly value: V; readonly label: ReactNode }[]
  selected: V
  onSelect: (value: V) => void
}

const tabId = (name: string, value: string) => `${name}-tab-${value}`
const panelId = (name: string, value: string) => `${name}-panel-${value}`

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

export function Tabs<V extends string>({ name, label, tabs, selected, onSelect }: TabsProps<V>) {
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(tab => tab.value === selected)
    const next = tabs[STEPS[event.key]?.(at, tabs.length - 1) ?? -1]
    if (!next) return
    event.preventDefault()
    onSelect(next.value)
    document.getElementById(tabId(name, next.value))?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
      {tabs.map(tab => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(name, tab.value)}
          className={styles.tab}
          aria-selected={tab.value === selected}
          aria-controls={tab.value === selected ? panelId(name, tab.value) : undefined}
          tabIndex={tab.value === selected ? 0 : -1}
          onClick={() => onSelect(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

export interface TabPanelProps {
  name: string
  value: string
  selected: string
  children: ReactNode
}

/** A tab panel. It stays mounted while hidden, so that its form keeps what was typed. */
export function TabPanel({ name, value, selected, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={panelId(name, value)}
      aria-labelledby={tabId(name, value)}
      hidden={value !== selected}
    >
      {children}
    </div>
  )
}
