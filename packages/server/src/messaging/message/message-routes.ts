import {
  checkPicture,
  countMessages,
  getMessageSettings,
  listMessages,
  publishMessage,
  readAllMessages,
  readMessages,
  revokeMessage,
  setMessageSetting,
  setMessageSettings,
} from '@kerf/contract/endpoints/message'
import type { AddRoute } from '../../identity/index.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MessageUseCases } from './message-use-cases.ts'

export function messageRoutes(add: AddRoute, use: MessageUseCases): void {
  /** Throws `bad_request` for a code that no brand and no registered app has. */
  const assertApp = (appCode: string | undefined): void => {
    if (appCode !== undefined && !use.isApp(appCode))
      throw new ApiError('bad_request', { fields: { appCode: 'invalid' } })
  }
  add(listMessages, (input, { session, caller }) => {
    assertApp(input.appCode)
    return use.listMessages(session.uid, input, caller.lang)
  })
  add(countMessages, ({ appCode }, { session }) => {
    assertApp(appCode)
    return use.countMessages(session.uid, appCode)
  })
  add(readMessages, async ({ ids }, { session }) => {
    await use.markMessagesRead(session.uid, ids)
    return {}
  })
  add(readAllMessages, async ({ category, delaySeconds }, { session }) => {
    await use.markAllRead(session.uid, category, delaySeconds)
    return {}
  })
  add(getMessageSettings, ({ appCode }, { session }) =>
    use.settings.get(session.uid, appCode ?? use.defaultApp),
  )
  add(setMessageSetting, ({ appCode, key, enabled }, { session }) =>
    use.settings.set(session.uid, appCode, [{ key, enabled }]),
  )
  add(setMessageSettings, ({ appCode, settings }, { session }) =>
    use.settings.set(session.uid, appCode, settings),
  )
  add(checkPicture, ({ url }) => ({ picture: use.pictures(url) }))
  add(publishMessage, (input, { app, caller, idempotencyKey }) =>
    use.byApp.publish(app, input, idempotencyKey, caller),
  )
  add(revokeMessage, async ({ id }, { app, caller }) => ({
    revoked: await use.byApp.revoke(app, id, caller),
  }))
}
