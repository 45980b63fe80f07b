import { Combobox as Base } from '@base-ui/react/combobox'
import * as m from '@kerf/locales/messages'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import field from '../field/field.module.css'
import { described, Field, type FieldProps } from '../field/field.tsx'
import { CheckIcon, ChevronDownIcon, CloseIcon } from '../icon/icons.tsx'
import iconButton from '../icon-button/icon-button.module.css'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './combobox.module.css'
import { type ComboboxOption, exactOption, findOptions } from './combobox-search.ts'

export interface ComboboxProps extends FieldProps {
  /** name of the hidden input that carries the id of the chosen option */
  name: string
  label: string
  options: readonly ComboboxOption[]
  /** id of the chosen option, or '' */
  value: string
  onSelect: (id: string) => void
  placeholder?: string
  autoComplete?: string
  required?: boolean
  /** allows removing the choice */
  clearable?: boolean
}

/** Below: the height of the tab bar that narrow screens have at the bottom. */
const COLLISION_PADDING_PX = { top: 8, left: 8, right: 8, bottom: 72 }

/** Chooses one of many options by typing or from a list. Loaded after sign-in: Base UI is not part of the first screen. */
export function Combobox(props: ComboboxProps) {
  const { name, label, error, hint, action, options, value, onSelect, clearable = false } = props
  const id = useId()
  const [query, setQuery] = useState<string>()
  const [open, setOpen] = useState(false)
  const highlighted = useRef<ComboboxOption>(undefined)
  const chosen = options.find(option => option.id === value) ?? null
  const found = findOptions(options, query ?? '')

  const choose = (option: ComboboxOption | undefined) => {
    setQuery(undefined)
    setOpen(false)
    if (option) onSelect(option.id)
  }
  const search = (text: string, input: EventTarget | null) => {
    // Autofill writes a name or a country code without focusing the input.
    if (document.activeElement !== input) return choose(exactOption(options, text))
    setQuery(text)
  }
  const chooseOnTab = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && open && query) choose(highlighted.current)
  }
  const chooseOnBlur = () => {
    if (query === undefined) return
    if (query.trim() === '' && clearable) onSelect('')
    choose(exactOption(options, query))
  }

  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <Base.Root
        items={options}
        filteredItems={found}
        itemToStringLabel={option => option.name}
        isItemEqualToValue={(a, b) => a.id === b.id}
        value={chosen}
        onValueChange={option => {
          setQuery(undefined)
          onSelect(option?.id ?? '')
        }}
        inputValue={query ?? chosen?.name ?? ''}
        onInputValueChange={(text, { reason, event }) => {
          if (reason === 'input-change' || reason === 'input-clear') search(text, event.target)
        }}
        open={open}
        onOpenChange={next => {
          setOpen(next)
          if (!next && query !== undefined && document.activeElement?.id === id) setQuery(undefined)
        }}
        onItemHighlighted={option => {
          highlighted.current = option
        }}
        autoHighlight
      >
        {/* Its role would be `group`: one labeled field needs none. */}
        <Base.InputGroup role="presentation" className={`${field.box} ${styles.combobox}`}>
          <Base.Input
            {...described(id, { error, hint })}
            className={field.input}
            aria-required={props.required}
            autoComplete={props.autoComplete ?? 'off'}
            autoCorrect="off"
            spellCheck={false}
            placeholder={props.placeholder}
            onKeyDown={chooseOnTab}
            onFocus={event => event.target.select()}
            onBlur={chooseOnBlur}
          />
          <span className={field.suffix}>
            {clearable && (
              <Base.Clear
                className={`${iconButton.button} ${styles.clear}`}
                aria-label={m.ui_clear({ what: label })}
              >
                <CloseIcon />
              </Base.Clear>
            )}
            <Base.Icon className={styles.chevron}>
              <ChevronDownIcon />
            </Base.Icon>
          </span>
        </Base.InputGroup>
        <ChosenId name={name} value={value} />
        <Base.Portal>
          <Base.Positioner
            className={styles.positioner}
            sideOffset={4}
            collisionPadding={COLLISION_PADDING_PX}
          >
            <Base.Popup className={styles.popup}>
              <Base.Empty className={styles.empty}>{found.length === 0 && m.ui_no_options()}</Base.Empty>
              <Base.List className={styles.list} aria-label={label}>
                {(option: ComboboxOption) => (
                  <Base.Item key={option.id} value={option} className={styles.option}>
                    {option.name}
                    <Base.ItemIndicator>
                      <CheckIcon />
                    </Base.ItemIndicator>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
        <VisuallyHidden role="status">
          {open && query !== undefined && found.length > 0 && m.ui_options_found({ count: found.length })}
        </VisuallyHidden>
      </Base.Root>
    </Field>
  )
}

/** The value that the form reads. A changed choice dispatches the `input` event that a typed change would. */
function ChosenId({ name, value }: { name: string; value: string }) {
  const input = useRef<HTMLInputElement>(null)
  const reported = useRef(value)
  useEffect(() => {
    if (reported.current === value) return
    reported.current = value
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return <input ref={input} type="hidden" name={name} value={value} />
}
