import type { OutputOf } from '@kerf/contract/endpoint'
import {
  type getMessageSettings,
  LOCKED_CATEGORIES,
  MESSAGE_CATEGORIES,
  type MessageCategory,
  setMessageSettings,
} from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useId } from 'react'
import { describeQueryError } from '../../lib/query/query-client.ts'
import { useStore } from '../../lib/store.ts'
import { classNames } from '../../ui/class-names.ts'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { CloseButton } from '../../ui/icon-button/close-button.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { CATEGORY_ICONS, CATEGORY_NOTES, KeyboardIcon, TAB_NAMES } from './categories.tsx'
import type { MessageClient } from './data/message-client.ts'
import { messageSettingsQuery } from './data/messages-query.ts'
import detail from './message-detail.module.css'
import { BackToList } from './message-detail.tsx'
import styles from './settings-panel.module.css'
import { setShortcutsEnabled, shortcutsEnabled } from './shortcuts-setting.ts'

interface Props {
  source: MessageClient
  language: string
  /** display name of the app */
  appName: string
  headingRef: RefObject<HTMLHeadingElement | null>
  onSaved(): void
  onBack(): void
}

type Setting = OutputOf<typeof getMessageSettings>['settings'][number]
type Change = Pick<Setting, 'key' | 'enabled'>

/** Chooses the categories of messages to receive from an app. Each switch saves at once. */
export function SettingsPanel({ source, language, appName, headingRef, onSaved, onBack }: Props) {
  const { call, appCode } = source
  const queryClient = useQueryClient()
  const query = useQuery(messageSettingsQuery(source))
  const { queryKey } = messageSettingsQuery(source)
  const save = useMutation({
    mutationFn: (setting: Change) => call(setMessageSettings, { appCode, settings: [setting] }),
    async onMutate({ key, enabled }) {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(
        queryKey,
        before && {
          ...before,
          settings: before.settings.map(one => (one.key === key ? { ...one, enabled } : one)),
        },
      )
      return before
    },
    onError: (_error, _change, before) => queryClient.setQueryData(queryKey, before),
    onSuccess(answer) {
      queryClient.setQueryData(queryKey, answer)
      onSaved()
    },
  })

  return (
    <>
      <div className={detail.detail}>
        <BackToList onBack={onBack} />
        <header className={classNames(detail.header, styles.head)}>
          <h2 ref={headingRef} tabIndex={-1}>
            {m.messages_settings()}
          </h2>
          <CloseButton className={styles.close} onClick={onBack} />
          <p className={detail.about}>{m.messages_settings_lead({ app: appName })}</p>
        </header>
        <LoadRegion query={query} skeleton={<SwitchSkeletons />} loadingText={m.messages_settings_loading()}>
          {({ settings }) => (
            <ul className={styles.list}>
              {settings.map(setting => (
                <CategorySwitch
                  key={setting.key}
                  setting={setting}
                  language={language}
                  onSet={(key, enabled) => save.mutate({ key, enabled })}
                />
              ))}
            </ul>
          )}
        </LoadRegion>
        <ul className={classNames(styles.list, styles.keyboard)}>
          <SwitchRow
            icon={<KeyboardIcon />}
            name={m.messages_shortcuts()}
            note={m.messages_shortcuts_note()}
            checked={useStore(shortcutsEnabled)}
            onSet={setShortcutsEnabled}
          />
        </ul>
        {/* Last, so that no switch moves. */}
        <p role="status" className={detail.about}>
          {save.isSuccess && m.messages_settings_saved()}
        </p>
      </div>
      {/* It sticks to the window, so it cannot be in a cell of the grid above. A toast would not be seen on a page of a host. */}
      <div className={styles.failure}>
        <ErrorNotice error={describeQueryError(save.error)} />
      </div>
    </>
  )
}

function CategorySwitch({
  setting: { key, names, enabled, locked },
  language,
  onSet,
}: {
  setting: Setting
  language: string
  onSet(key: Setting['key'], enabled: boolean): void
}) {
  const Icon = CATEGORY_ICONS[key]
  const name =
    names.find(({ contentLang }) => contentLang === language)?.name ?? names[0]?.name ?? TAB_NAMES[key]()
  return (
    <SwitchRow
      icon={<Icon />}
      name={name}
      note={<CategoryNote category={key} locked={locked} />}
      checked={enabled}
      locked={locked}
      onSet={next => onSet(key, next)}
    />
  )
}

const CategoryNote = ({ category, locked }: { category: MessageCategory; locked: boolean }) => (
  <>
    {CATEGORY_NOTES[category]()}
    {locked && (
      <>
        <br />
        {m.messages_settings_locked()}
      </>
    )}
  </>
)

/** As tall as the rows that come: their words are known before. */
const SwitchSkeletons = () => (
  <ul className={styles.list} aria-hidden="true">
    {MESSAGE_CATEGORIES.map(category => {
      const Icon = CATEGORY_ICONS[category]
      return (
        <li key={category} className={styles.row}>
          <Icon />
          <div className={styles.words}>
            <span className={styles.name}>{TAB_NAMES[category]()}</span>
            <p className={styles.note}>
              <CategoryNote category={category} locked={LOCKED_CATEGORIES.includes(category)} />
            </p>
          </div>
          <span className={styles.unknown}>
            <Skeleton />
          </span>
        </li>
      )
    })}
  </ul>
)

interface SwitchRowProps {
  icon: ReactNode
  name: string
  note: ReactNode
  checked: boolean
  locked?: boolean
  onSet(checked: boolean): void
}

function SwitchRow({ icon, name, note, checked, locked = false, onSet }: SwitchRowProps) {
  const id = useId()
  return (
    <li className={styles.row}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles.switch}
        checked={checked}
        aria-disabled={locked || undefined}
        aria-describedby={`${id}-note`}
        onChange={event => {
          if (!locked) onSet(event.target.checked)
        }}
      />
      {icon}
      <div className={styles.words}>
        <label htmlFor={id} className={styles.name}>
          {name}
        </label>
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      </div>
    </li>
  )
}
