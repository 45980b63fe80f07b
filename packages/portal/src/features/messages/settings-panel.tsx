import type { OutputOf } from '@kerf/contract/endpoint'
import { getMessageSettings, setMessageSettings } from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { type RefObject, useId, useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { useRequest } from '../../lib/use-request.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { ArrowLeftIcon } from '../../ui/icon/icons.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { CATEGORY_ICONS, TAB_NAMES } from './categories.tsx'
import type { MessageClient } from './message-client.ts'
import detail from './message-detail.module.css'
import styles from './settings-panel.module.css'

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

/** Chooses the categories of messages to receive from an app. Each switch saves at once. */
export function SettingsPanel({ source, language, appName, headingRef, onSaved, onBack }: Props) {
  const { call, appCode } = source
  const request = useRequest(appCode, signal => call(getMessageSettings, { appCode }, { signal }))
  /** the settings after the first change, until then those of the request */
  const [changed, setChanged] = useState<readonly Setting[]>()
  const [saveError, setSaveError] = useState<ErrorDescription>()
  const settings = changed ?? request.data?.settings
  const error = saveError ?? request.error
  const [said, setSaid] = useState('')
  async function set(key: Setting['key'], enabled: boolean) {
    const before = settings
    setSaveError(undefined)
    setSaid('')
    setChanged(settings?.map(one => (one.key === key ? { ...one, enabled } : one)))
    try {
      const answer = await call(setMessageSettings, { appCode, settings: [{ key, enabled }] })
      setChanged(answer.settings)
      setSaid(m.messages_settings_saved())
      onSaved()
    } catch (error) {
      setChanged(before)
      setSaveError(await describeError(error))
    }
  }

  return (
    <div className={detail.detail}>
      <Button variant="quiet" size="small" className={styles.back} onClick={onBack}>
        <ArrowLeftIcon />
        {m.messages_back()}
      </Button>
      <header className={detail.header}>
        <h2 ref={headingRef} tabIndex={-1}>
          {m.messages_settings()}
        </h2>
        <p className={detail.about}>{m.messages_settings_lead({ app: appName })}</p>
      </header>
      <ErrorNotice error={error} />
      {settings ? (
        <ul className={styles.list}>
          {settings.map(setting => (
            <Switch key={setting.key} setting={setting} language={language} onSet={set} />
          ))}
        </ul>
      ) : error ? (
        <Button variant="secondary" onClick={request.retry}>
          {m.messages_retry()}
        </Button>
      ) : (
        [0, 1, 2, 3].map(line => <Skeleton key={line} shape="control" />)
      )}
      <p role="status" className={detail.about}>
        {said}
      </p>
    </div>
  )
}

function Switch({
  setting: { key, names, enabled, locked },
  language,
  onSet,
}: {
  setting: Setting
  language: string
  onSet(key: Setting['key'], enabled: boolean): void
}) {
  const id = useId()
  const Icon = CATEGORY_ICONS[key]
  const name =
    names.find(({ contentLang }) => contentLang === language)?.name ?? names[0]?.name ?? TAB_NAMES[key]()
  return (
    <li className={styles.row}>
      <Icon />
      <label htmlFor={id} className={styles.name}>
        {name}
        {locked && (
          <span id={`${id}-why`} className={styles.why}>
            {m.messages_settings_locked()}
          </span>
        )}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={enabled}
        className={styles.switch}
        checked={enabled}
        aria-disabled={locked || undefined}
        aria-describedby={locked ? `${id}-why` : undefined}
        onChange={event => {
          if (!locked) onSet(key, event.target.checked)
        }}
      />
    </li>
  )
}
