/** Which kinds of an app's messages an account wants. What is off is neither shown nor counted; on again, it is back. */
import type { OutputOf } from '@kerf/contract/endpoint'
import {
  type getMessageSettings,
  LOCKED_CATEGORIES,
  MESSAGE_CATEGORIES,
  type MessageCategory,
} from '@kerf/contract/endpoints/message'
import { LANGUAGES } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listMuted, setMuted } from './message-store.ts'
import type { NotifyChange } from './notify-changes.ts'

type Settings = OutputOf<typeof getMessageSettings>

const NAMES = {
  device: m.messages_kind_device,
  system: m.messages_kind_system,
  app: m.messages_kind_app,
  activity: m.messages_kind_activity,
} as const satisfies Record<MessageCategory, unknown>

/** `isApp`: whether a code is that of a brand or a registered app. */
export function createMessageSettings(db: Database, isApp: (code: string) => boolean, tell: NotifyChange) {
  const known = (appCode: string): string => {
    if (!isApp(appCode)) throw new ApiError('bad_request', { fields: { appCode: 'invalid' } })
    return appCode
  }

  async function get(uid: string, appCode: string): Promise<Settings> {
    const muted = new Set((await listMuted(db, uid, known(appCode))).map(({ category }) => category))
    return {
      appCode,
      settings: MESSAGE_CATEGORIES.map(category => ({
        key: category,
        category,
        names: LANGUAGES.map(locale => ({ contentLang: locale, name: NAMES[category]({}, { locale }) })),
        enabled: !muted.has(category),
        locked: LOCKED_CATEGORIES.includes(category),
      })),
    }
  }

  return {
    get,
    /** All or none. Throws 20102 where one is locked, 20001 for a key given twice. */
    async set(
      uid: string,
      appCode: string,
      wanted: readonly { readonly key: MessageCategory; readonly enabled: boolean }[],
    ): Promise<Settings> {
      known(appCode)
      if (new Set(wanted.map(({ key }) => key)).size < wanted.length)
        throw new ApiError('bad_request', { fields: { settings: 'invalid' } })
      if (wanted.some(({ key }) => LOCKED_CATEGORIES.includes(key)))
        throw new ApiError('authority', { fields: { key: 'invalid' } })
      const keys = (enabled: boolean) => wanted.filter(one => one.enabled === enabled).map(({ key }) => key)
      await setMuted(db, uid, appCode, keys(false), keys(true))
      tell(uid)
      return get(uid, appCode)
    },
  }
}
