import * as m from '@kerf/locales/messages'
import { useEffect, useRef } from 'react'
import field from '../field/field.module.css'
import { described, Field, type FieldProps } from '../field/field.tsx'
import { CheckIcon, ChevronDownIcon, CloseIcon } from '../icon/icons.tsx'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './combobox.module.css'
import type { ComboboxOption } from './combobox-search.ts'
import { useCombobox } from './use-combobox.ts'

export interface ComboboxProps extends FieldProps {
  /** of the hidden input that carries the chosen id */
  name: string
  label: string
  options: readonly ComboboxOption[]
  /** id of the chosen one, or '' */
  value: string
  onSelect: (id: string) => void
  placeholder?: string
  autoComplete?: string
  required?: boolean
  /** may be left without a choice again */
  clearable?: boolean
}

/** One of many: type to search, or open the list and go through it. */
export function Combobox(props: ComboboxProps) {
  const { name, label, error, hint, action, options, value, onSelect, clearable = false } = props
  const box = useCombobox({ options, value, clearable, onSelect })
  const hasList = box.open && box.found.length > 0
  return (
    <Field id={box.id} label={label} error={error} hint={hint} action={action}>
      <div className={styles.combobox}>
        <div className={field.box}>
          <input
            {...described(box.id, { error, hint })}
            ref={box.input}
            className={field.input}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={hasList}
            aria-controls={hasList ? `${box.id}-list` : undefined}
            aria-activedescendant={hasList && box.active >= 0 ? box.optionId(box.active) : undefined}
            aria-required={props.required}
            autoComplete={props.autoComplete ?? 'off'}
            autoCorrect="off"
            spellCheck={false}
            placeholder={props.placeholder}
            value={box.text}
            onChange={event => box.type(event.target.value)}
            onKeyDown={box.key}
            onClick={box.toggle}
            onFocus={event => event.target.select()}
            onBlur={box.leave}
          />
          <span className={field.suffix}>
            {clearable && value && (
              <button
                type="button"
                className={styles.clear}
                aria-label={m.ui_clear({ what: label })}
                onClick={box.clear}
              >
                <CloseIcon />
              </button>
            )}
            <span className={styles.chevron}>
              <ChevronDownIcon />
            </span>
          </span>
        </div>
        <ChosenId name={name} value={value} />
        {hasList && (
          <div role="listbox" id={`${box.id}-list`} aria-label={label} className={styles.list}>
            {box.found.map((option, at) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: as above
              <div
                key={option.id}
                role="option"
                id={box.optionId(at)}
                className={styles.option}
                aria-selected={option.id === value}
                data-active={at === box.active || undefined}
                onPointerMove={() => box.setActive(at)}
                onMouseDown={event => event.preventDefault()}
                onClick={() => box.choose(option)}
              >
                {option.name}
                {option.id === value && <CheckIcon />}
              </div>
            ))}
          </div>
        )}
        {box.open && !hasList && <p className={styles.nothing}>{m.ui_no_options()}</p>}
        <VisuallyHidden role="status">
          {box.open &&
            box.searching &&
            (hasList ? m.ui_options_found({ count: box.found.length }) : m.ui_no_options())}
        </VisuallyHidden>
      </div>
    </Field>
  )
}

/** What the form reads. It tells the form of a change as an input that was typed into does. */
function ChosenId({ name, value }: { name: string; value: string }) {
  const input = useRef<HTMLInputElement>(null)
  const told = useRef(value)
  useEffect(() => {
    if (told.current === value) return
    told.current = value
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return <input ref={input} type="hidden" name={name} value={value} />
}
