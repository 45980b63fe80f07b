import type { OutputOf } from '@kerf/contract/endpoint'
import { getMessageSettings, setMessageSettings } from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { type RefObject, useEffect, useId, useState } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { ArrowLeftIcon } from '../../ui/icon/icons.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { CATEGORY_ICONS } from './categories.tsx'
import type { MessageClient } from './message-client.ts'
import detail from './message-detail.module.css'
import styles from './settings-panel.module.css'

interface Props {
  source: MessageClient
  language: string
  /** how the app is called whose messages these are */
  appName: string
  headingRef: RefObject<HTMLHeadingElement | null>
  onSaved(): void
  onBack(): void
}

type Setting = OutputOf<typeof getMessageSettings>['settings'][number]

/** Which kinds of an app's messages there are to be. Each switch is saved as it is turned. */
export function SettingsPanel({ source, language, appName, headingRef, onSaved, onBack }: Props) {
  const { call, appCode } = source
  const [settings, setSettings] = useState<readonly Setting[]>()
  const [error, setError] = useState<ErrorDescription>()
  const [said, setSaid] = useState('')
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again
  useEffect(() => {
    const stop = new AbortController()
    call(getMessageSettings, { appCode }, { signal: stop.signal }).then(
      answer => setSettings(answer.settings),
      async error => {
        const description = await describeError(error)
        if (!stop.signal.aborted) setError(description)
      },
    )
    return () => stop.abort()
  }, [call, appCode, turn])

  async function set(key: Setting['key'], enabled: boolean) {
    const before = settings
    setError(undefined)
    setSaid('')
    setSettings(now => now?.map(one => (one.key === key ? { ...one, enabled } : one)))
    try {
      const answer = await call(setMessageSettings, { appCode, settings: [{ key, enabled }] })
      setSettings(answer.settings)
      setSaid(m.messages_settings_saved())
      onSaved()
    } catch (error) {
      setSettings(before)
      setError(await describeError(error))
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
        <Button
          variant="secondary"
          onClick={() => {
            setError(undefined)
            setTurn(turn + 1)
          }}
        >
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
  const name = names.find(({ contentLang }) => contentLang === language)?.name ?? names[0]?.name ?? key
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
