/** The command palette: screens, and a search for whatever was typed. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import * as m from '@kerf/locales/messages'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SCREENS } from '../session/screen-list.ts'
import { useSession } from '../session/session.tsx'
import styles from './palette.module.css'

interface Command {
  readonly id: string
  readonly label: string
  run(): void
}

export function Palette({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const { session } = useSession()
  const [text, setText] = useState('')
  const typed = text.trim()
  const screens: Command[] = SCREENS.filter(({ call }) => session.calls[call]).map(({ to, label }) => ({
    id: to,
    label: label(),
    run: () => void navigate({ to }),
  }))
  const search: Command[] =
    typed.length >= 3 && session.calls.find
      ? [
          {
            id: 'search',
            label: m.console_palette_search({ text: typed }),
            run: () => void navigate({ to: '/', search: { q: typed } }),
          },
        ]
      : []
  const found = screens.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  const items = [...found, ...search]
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <Dialog.Title className={styles.title}>{m.console_palette()}</Dialog.Title>
          <Autocomplete.Root
            open
            inline
            items={items}
            filter={null}
            autoHighlight="always"
            value={text}
            onValueChange={setText}
            itemToStringValue={(item: Command) => item.label}
          >
            <Autocomplete.Input
              className={styles.input}
              aria-label={m.console_palette_hint()}
              placeholder={m.console_palette_hint()}
            />
            <Autocomplete.Empty className={styles.empty}>{m.ui_no_options()}</Autocomplete.Empty>
            <Autocomplete.List className={styles.list}>
              {(item: Command) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  className={styles.item}
                  onClick={() => {
                    onClose()
                    item.run()
                  }}
                >
                  {item.label}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
