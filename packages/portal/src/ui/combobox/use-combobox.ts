import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type ComboboxOption, exactOption, findOptions } from './combobox-search.ts'

interface Parts<O> {
  readonly options: readonly O[]
  readonly value: string
  readonly clearable: boolean
  onSelect(id: string): void
}

/** What a combobox does, after the pattern of the ARIA practices guide: focus stays in the input all the time. */
export function useCombobox<O extends ComboboxOption>({ options, value, clearable, onSelect }: Parts<O>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** undefined: nothing is being searched, the chosen one's name is shown */
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const chosen = options.find(option => option.id === value)
  const found = open ? findOptions(options, typed ?? '') : []
  const optionId = (at: number) => `${id}-option-${at}`

  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const show = () => {
    setOpen(true)
    setActive(typed === undefined ? options.findIndex(option => option.id === value) : 0)
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
    setActive(-1)
  }
  const choose = (option: O | undefined) => {
    if (option) onSelect(option.id)
    close()
  }

  const step = (key: string): boolean => {
    if (key === 'ArrowDown') open ? setActive(active + 1 < found.length ? active + 1 : 0) : show()
    else if (key === 'ArrowUp') open ? setActive(active > 0 ? active - 1 : found.length - 1) : show()
    else if (key === 'Enter' && open) choose(found[active])
    else if (key === 'Escape' && open) close()
    else return false
    return true
  }

  return {
    id,
    input,
    open,
    found,
    active,
    chosen,
    searching: typed !== undefined,
    text: typed ?? chosen?.name ?? '',
    optionId,
    setActive,
    choose,
    toggle: () => (open ? close() : show()),
    clear() {
      onSelect('')
      close()
      input.current?.focus()
    },
    type(text: string) {
      // Autofill writes without asking for the focus, a code as often as a name.
      if (document.activeElement !== input.current) return choose(exactOption(options, text))
      setTyped(text)
      setOpen(true)
      setActive(text.trim() === '' ? -1 : 0)
    },
    key(event: KeyboardEvent) {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Tab' && open && typed) choose(found[active])
      if (event.ctrlKey || event.metaKey || !step(event.key)) return
      event.preventDefault()
      // Esc closes the list, not the dialog around it.
      event.stopPropagation()
    },
    leave() {
      if (typed !== undefined && typed.trim() === '' && clearable) onSelect('')
      choose(typed === undefined ? undefined : exactOption(options, typed))
    },
  }
}
