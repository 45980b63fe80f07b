import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { APP_CODE_RULE, CURSOR_RULE, givenUnixSeconds, language, pageFields, unixSeconds } from '../fields.ts'
import { DAY_SECONDS } from '../limits.ts'
import { MESSAGE_BODY_MAX, MESSAGE_LINK_MAX, MESSAGE_TITLE_MAX } from '../message-limits.ts'

/** In the order of the tabs. */
export const MESSAGE_CATEGORIES = ['device', 'system', 'app', 'activity'] as const
export type MessageCategory = (typeof MESSAGE_CATEGORIES)[number]
export const MESSAGE_SORTS = ['newest', 'oldest', 'unread'] as const
export type MessageSort = (typeof MESSAGE_SORTS)[number]

/** System messages cannot be switched off (S-115). */
export const LOCKED_CATEGORIES: readonly MessageCategory[] = ['system']

const category = v.picklist(MESSAGE_CATEGORIES, 'invalid')
export const appCode = v.pipe(
  v.string('required'),
  v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'invalid'),
  v.metadata({ examples: ['portal'] }),
)
/** Public id, the same in every call and at the command line. */
export const messageId = v.pipe(
  v.string('required'),
  v.regex(/^[abm][\w-]{1,63}$/, 'invalid'),
  v.metadata({ examples: ['b7'] }),
)

export const messageSchema = v.object({
  id: v.string(),
  category,
  /** code of the sending app; its settings decide whether the message is shown */
  app: v.string(),
  title: v.string(),
  /** Markdown, see `message-markdown.ts` */
  body: v.string(),
  /** language of title and body: the caller's, if the message has a text in it */
  contentLang: language,
  /** https, or null */
  link: v.nullable(v.string()),
  /** https URL on an allowed origin, or null */
  picture: v.nullable(v.string()),
  /** start of visibility */
  at: unixSeconds,
  /** end of visibility, or null */
  until: v.nullable(unixSeconds),
  read: v.boolean(),
})

export const messageCounts = v.object({
  all: v.number(),
  device: v.number(),
  system: v.number(),
  app: v.number(),
  activity: v.number(),
  unread: v.number(),
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/message/v1/web/list',
  access: 'signed-in',
  base: 'other',
  summary:
    'A page of messages to the account, to everyone, and to the users of its apps (`appCode` adds one more app).',
  input: v.strictObject({
    category: v.optional(category),
    unread: v.optional(v.picklist(['true', '1', 'false', '0'], 'invalid')),
    sort: v.optional(v.picklist(MESSAGE_SORTS, 'invalid')),
    appCode: v.optional(appCode),
    ...pageFields,
  }),
  valueRules: { appCode: APP_CODE_RULE, cursor: CURSOR_RULE },
  output: v.object({ items: v.array(messageSchema), next: v.nullable(v.string()) }),
})

export const countMessages = endpoint({
  method: 'GET',
  path: '/message/v1/web/count',
  access: 'signed-in',
  base: 'other',
  summary: 'Number of unread messages, in total and by category; `all` and `unread` are the same number.',
  input: v.strictObject({ appCode: v.optional(appCode) }),
  valueRules: { appCode: APP_CODE_RULE },
  output: messageCounts,
})

export const readMessages = endpoint({
  method: 'POST',
  path: '/message/v1/web/read',
  access: 'signed-in',
  base: 'other',
  summary: 'Marks messages as read. Ids of other accounts are ignored.',
  input: v.strictObject({
    ids: v.pipe(v.array(messageId, 'required'), v.minLength(1, 'required'), v.maxLength(200, 'too_long')),
  }),
})

export const readAllMessages = endpoint({
  method: 'POST',
  path: '/message/v1/web/read/all',
  access: 'signed-in',
  base: 'other',
  summary:
    'Marks all visible messages as read, or those of one category. With `delaySeconds`, those that were visible so many seconds ago: a client that offers to undo calls late.',
  input: v.strictObject({
    category: v.optional(category),
    delaySeconds: v.optional(
      v.pipe(
        v.number('invalid'),
        v.integer('invalid'),
        v.minValue(0, 'invalid'),
        v.maxValue(DAY_SECONDS, 'invalid'),
      ),
    ),
  }),
})

const settingKey = v.picklist(MESSAGE_CATEGORIES, 'invalid')
const settings = v.object({
  appCode: v.string(),
  settings: v.array(
    v.object({
      key: settingKey,
      category,
      names: v.array(v.object({ contentLang: language, name: v.string() })),
      enabled: v.boolean(),
      /** cannot be switched off */
      locked: v.boolean(),
    }),
  ),
})

export const getMessageSettings = endpoint({
  method: 'GET',
  path: '/message/v1/web/my/settings',
  access: 'signed-in',
  base: 'other',
  summary: 'Message settings of an app, by category; without `appCode` those of the portal.',
  input: v.strictObject({ appCode: v.optional(appCode) }),
  valueRules: { appCode: APP_CODE_RULE },
  output: settings,
})

export const setMessageSetting = endpoint({
  method: 'POST',
  path: '/message/v1/web/my/settings',
  access: 'signed-in',
  base: 'other',
  summary: 'Switches one category of an app’s messages on or off. A locked category answers 20102.',
  input: v.strictObject({ appCode, key: settingKey, enabled: v.boolean('invalid') }),
  valueRules: { appCode: APP_CODE_RULE },
  output: settings,
})

export const setMessageSettings = endpoint({
  method: 'POST',
  path: '/message/v2/web/my/settings',
  access: 'signed-in',
  base: 'other',
  summary: 'Switches several categories at once: all, or none if one is locked (20102).',
  input: v.strictObject({
    settings: v.pipe(
      v.array(v.strictObject({ key: settingKey, enabled: v.boolean('invalid') }), 'required'),
      v.minLength(1, 'required'),
      v.maxLength(20, 'too_long'),
    ),
    appCode,
  }),
  valueRules: { appCode: APP_CODE_RULE, settings: 'Each key at most once.' },
  output: settings,
})

export const checkPicture = endpoint({
  method: 'GET',
  path: '/message/v1/picture',
  access: 'anyone',
  base: 'other',
  summary: 'Whether a picture may be shown in messages: returns its URL, or null.',
  input: v.strictObject({ url: v.pipe(v.string('required'), v.maxCodePoints(MESSAGE_LINK_MAX, 'too_long')) }),
  output: v.object({ picture: v.nullable(v.string()) }),
})

const localizedText = (lengthMax: number) =>
  v.pipe(
    v.strictObject({
      en: v.optional(v.pipe(v.string('invalid'), v.maxCodePoints(lengthMax, 'too_long'))),
      zh: v.optional(v.pipe(v.string('invalid'), v.maxCodePoints(lengthMax, 'too_long'))),
    }),
    v.minEntries(1, 'required'),
  )

/** `all`, `app:CODE` or `uid:UID`. */
export const AUDIENCE = /^(?:all|app:[a-z][a-z0-9-]{0,31}|uid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const publishMessage = endpoint({
  method: 'POST',
  path: '/v1/messages',
  access: 'app',
  base: 'other',
  idempotent: true,
  summary:
    'Sends a message from an app to one account (`uid:UID`) or to the app’s users (`app:CODE`). Only the portal’s own app may send to `all` and send system messages. With an Idempotency-Key, a repeated call gets the first answer.',
  input: v.strictObject({
    audience: v.pipe(
      v.string('required'),
      v.regex(AUDIENCE, 'invalid'),
      v.metadata({ examples: ['all', 'app:portal', 'uid:1f0c8a52-7c0e-4f0a-9b1f-3f6f6f1f6a10'] }),
    ),
    category,
    title: localizedText(MESSAGE_TITLE_MAX),
    body: v.optional(localizedText(MESSAGE_BODY_MAX)),
    link: v.optional(v.pipe(v.string('invalid'), v.maxCodePoints(MESSAGE_LINK_MAX, 'too_long'))),
    picture: v.optional(v.pipe(v.string('invalid'), v.maxCodePoints(MESSAGE_LINK_MAX, 'too_long'))),
    from: v.optional(givenUnixSeconds),
    until: v.optional(givenUnixSeconds),
  }),
  valueRules: {
    title: 'Not blank in one language at least, and in each language that `body` has.',
    link: 'A https URL.',
    picture: 'A https URL on an allowed origin.',
    until: 'In the future, and after `from`.',
  },
  output: v.object({ id: v.string(), from: unixSeconds, until: v.nullable(unixSeconds) }),
  errors: ['no_account'],
})

export const revokeMessage = endpoint({
  method: 'POST',
  path: '/v1/messages/revoke',
  access: 'app',
  base: 'other',
  summary: 'Revokes a message of this app. It is no longer shown to anyone.',
  input: v.strictObject({ id: messageId }),
  output: v.object({ revoked: v.boolean() }),
})
