/** Which categories of an app's messages an account has muted. Muted messages are neither listed nor counted. */
import type { OutputOf } from '@kerf/contract/endpoint'
import {
  type getMessageSettings as endpoint,
  LOCKED_CATEGORIES,
  MESSAGE_CATEGORIES,
  type MessageCategory,
} from '@kerf/contract/endpoints/message'
import { LANGUAGES } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import type { Database } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { deleteMutedCategories, insertMutedCategories, listMutedCategories } from './message-setting-store.ts'
import type { NotifyAccountChanged } from './store/notify-changes.ts'

type MessageSettings = OutputOf<typeof endpoint>

export interface MessageSettingChange {
  readonly key: MessageCategory
  readonly enabled: boolean
}

const CATEGORY_NAMES = {
  device: m.messages_kind_device,
  system: m.messages_kind_system,
  app: m.messages_kind_app,
  activity: m.messages_kind_activity,
} as const satisfies Record<MessageCategory, unknown>

/** `isApp`: whether a brand or a registered app has the code. */
export function createMessageSettings(
  db: Database,
  isApp: (code: string) => boolean,
  notifyAccountChanged: NotifyAccountChanged,
) {
  function assertApp(appCode: string): void {
    if (!isApp(appCode)) throw new ApiError('bad_request', { fields: { appCode: 'invalid' } })
  }

  async function get(uid: string, appCode: string): Promise<MessageSettings> {
    assertApp(appCode)
    const rows = await listMutedCategories(db, { uid, app: appCode })
    const muted = new Set(rows.map(({ category }) => category))
    return {
      appCode,
      settings: MESSAGE_CATEGORIES.map(category => ({
        key: category,
        category,
        names: LANGUAGES.map(locale => ({
          contentLang: locale,
          name: CATEGORY_NAMES[category]({}, { locale }),
        })),
        enabled: !muted.has(category),
        locked: LOCKED_CATEGORIES.includes(category),
      })),
    }
  }

  return {
    get,
    /** Applies all changes or none. Throws `authority` for a locked category, `bad_request` for a category given twice. */
    async set(
      uid: string,
      appCode: string,
      changes: readonly MessageSettingChange[],
    ): Promise<MessageSettings> {
      assertApp(appCode)
      if (new Set(changes.map(({ key }) => key)).size < changes.length)
        throw new ApiError('bad_request', { fields: { settings: 'invalid' } })
      if (changes.some(({ key }) => LOCKED_CATEGORIES.includes(key)))
        throw new ApiError('authority', { fields: { key: 'invalid' } })
      const categories = (enabled: boolean) =>
        changes.filter(change => change.enabled === enabled).map(({ key }) => key)
      await db.shardTransaction(tx =>
        Promise.all([
          insertMutedCategories(tx, { uid, app: appCode, categories: categories(false) }),
          deleteMutedCategories(tx, { uid, app: appCode, categories: categories(true) }),
        ]),
      )
      notifyAccountChanged(uid)
      return get(uid, appCode)
    },
  }
}
