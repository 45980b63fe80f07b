import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { language, opaqueCursor, pageLimit, unixSeconds } from '../fields.ts'
import { MESSAGE_BODY_MAX, MESSAGE_LINK_MAX, MESSAGE_TITLE_MAX } from '../message-limits.ts'

/** In the order of the tabs (specification 2). */
export const MESSAGE_CATEGORIES = ['device', 'system', 'app', 'activity'] as const
export type MessageCategory = (typeof MESSAGE_CATEGORIES)[number]
export const MESSAGE_SORTS = ['newest', 'oldest', 'unread'] as const
export type MessageSort = (typeof MESSAGE_SORTS)[number]

/** System messages cannot be blocked (specification 4, S-115). */
export const LOCKED_CATEGORIES: readonly MessageCategory[] = ['system']

const category = v.picklist(MESSAGE_CATEGORIES, 'invalid')
export const appCode = v.pipe(v.string('required'), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'invalid'))
/** A public id: opaque, the same at the command line and in every call. */
export const messageId = v.pipe(v.string('required'), v.regex(/^[abm][\w-]{1,63}$/, 'invalid'))

export const messageSchema = v.object({
  id: v.string(),
  category,
  /** code of the app it comes from; its settings say whether it is shown */
  app: v.string(),
  title: v.string(),
  /** Markdown as `message-markdown.ts` reads it */
  body: v.string(),
  /** the language of title and body: the caller's where there is a text in it */
  contentLang: language,
  /** https, or null */
  link: v.nullable(v.string()),
  /** https on a listed origin, or null */
  picture: v.nullable(v.string()),
  /** since when it is shown */
  at: unixSeconds,
  /** until when, or null for no end */
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
    'A page of messages: those to the account, to everyone, and to the users of its apps (`appCode` names one more).',
  input: v.strictObject({
    category: v.optional(category),
    unread: v.optional(v.picklist(['true', '1', 'false', '0'], 'invalid')),
    sort: v.optional(v.picklist(MESSAGE_SORTS, 'invalid')),
    appCode: v.optional(appCode),
    cursor: v.optional(opaqueCursor),
    limit: v.optional(pageLimit),
  }),
  output: v.object({ items: v.array(messageSchema), next: v.nullable(v.string()) }),
  errors: [],
})

export const countMessages = endpoint({
  method: 'GET',
  path: '/message/v1/web/count',
  access: 'signed-in',
  base: 'other',
  summary: 'How many messages are unread, in all and by category; `all` and `unread` are the same number.',
  input: v.strictObject({ appCode: v.optional(appCode) }),
  output: messageCounts,
  errors: [],
})

export const readMessages = endpoint({
  method: 'POST',
  path: '/message/v1/web/read',
  access: 'signed-in',
  base: 'other',
  summary: 'Marks messages as read; ids that are not the account’s are passed over.',
  input: v.strictObject({
    ids: v.pipe(v.array(messageId, 'required'), v.minLength(1, 'required'), v.maxLength(200, 'too_long')),
  }),
  output: v.object({}),
  errors: [],
})

export const readAllMessages = endpoint({
  method: 'POST',
  path: '/message/v1/web/read/all',
  access: 'signed-in',
  base: 'other',
  summary: 'Marks everything that is shown by now as read, or everything of one category.',
  input: v.strictObject({ category: v.optional(category) }),
  output: v.object({}),
  errors: [],
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
  summary: 'Which messages of an app are shown, by category; without `appCode` those of the portal itself.',
  input: v.strictObject({ appCode: v.optional(appCode) }),
  output: settings,
  errors: [],
})

export const setMessageSetting = endpoint({
  method: 'POST',
  path: '/message/v1/web/my/settings',
  access: 'signed-in',
  base: 'other',
  summary: 'Switches one kind of an app’s messages on or off; a locked one answers 20102.',
  input: v.strictObject({ appCode, key: settingKey, enabled: v.boolean('invalid') }),
  output: settings,
  errors: [],
})

export const setMessageSettings = endpoint({
  method: 'POST',
  path: '/message/v2/web/my/settings',
  access: 'signed-in',
  base: 'other',
  summary: 'The same for several at once: all or, where one is locked (20102), none.',
  input: v.strictObject({
    settings: v.pipe(
      v.array(v.strictObject({ key: settingKey, enabled: v.boolean('invalid') }), 'required'),
      v.minLength(1, 'required'),
      v.maxLength(20, 'too_long'),
    ),
    appCode,
  }),
  output: settings,
  errors: [],
})

export const checkPicture = endpoint({
  method: 'GET',
  path: '/message/v1/picture',
  access: 'anyone',
  base: 'other',
  summary: 'Whether a picture may be shown beside messages: the address itself, or null.',
  input: v.strictObject({ url: v.pipe(v.string('required'), v.maxLength(MESSAGE_LINK_MAX, 'too_long')) }),
  output: v.object({ picture: v.nullable(v.string()) }),
  errors: [],
})

const perLanguage = (most: number) =>
  v.pipe(
    v.strictObject({
      en: v.optional(v.pipe(v.string('invalid'), v.maxLength(most, 'too_long'))),
      zh: v.optional(v.pipe(v.string('invalid'), v.maxLength(most, 'too_long'))),
    }),
    v.check(({ en, zh }) => en !== undefined || zh !== undefined, 'required'),
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
    'An app sends to one account (`uid:UID`) or to its own users (`app:CODE`); only the portal’s own app may send to `all`, or a system message. With an Idempotency-Key a repeated call answers as the first.',
  input: v.strictObject({
    audience: v.pipe(v.string('required'), v.regex(AUDIENCE, 'invalid')),
    category,
    title: perLanguage(MESSAGE_TITLE_MAX),
    body: v.optional(perLanguage(MESSAGE_BODY_MAX)),
    link: v.optional(v.pipe(v.string('invalid'), v.maxLength(MESSAGE_LINK_MAX, 'too_long'))),
    picture: v.optional(v.pipe(v.string('invalid'), v.maxLength(MESSAGE_LINK_MAX, 'too_long'))),
    from: v.optional(unixSeconds),
    until: v.optional(unixSeconds),
  }),
  output: v.object({ id: v.string(), from: unixSeconds, until: v.nullable(unixSeconds) }),
  errors: ['no_account'],
})

export const revokeMessage = endpoint({
  method: 'POST',
  path: '/v1/messages/revoke',
  access: 'app',
  base: 'other',
  summary: 'Takes back a message that this app has sent: it is shown to nobody any more.',
  input: v.strictObject({ id: messageId }),
  output: v.object({ revoked: v.boolean() }),
  errors: [],
})

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/message/v1/announcement/list',
  access: 'anyone',
  base: 'other',
  summary: 'A page of the announcements on show, newest first.',
  input: v.strictObject({
    cursor: v.optional(opaqueCursor),
    limit: v.optional(pageLimit),
  }),
  output: v.object({
    items: v.array(v.omit(messageSchema, ['category', 'app', 'read'])),
    next: v.nullable(v.string()),
  }),
  errors: [],
})
