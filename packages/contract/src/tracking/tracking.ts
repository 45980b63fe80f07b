/**
 * Behavior events: their names, allowed properties and limits. No property holds free text, so that none can hold a
 * secret: see `tracking-redaction.ts`.
 */
import { SDK_LIMITS } from './tracking-limits.ts'

/** Plain JSON: `{visitor, login?, events: [{event, time, properties}]}`. */
export const TRACKING_PATH = '/v1/track'
/** The SDK's form with `data_list`: base64 of a JSON array. */
export const TRACKING_SDK_PATH = '/sa.gif'

/** Limits of one request (S-116). */
export const TRACKING_LIMITS = {
  ...SDK_LIMITS,
  bodyBytes: 256 * 1024,
  events: 200,
  /** per minute and IP address */
  requests: 60,
} as const

/** How a property is validated. Invalid values are dropped. */
export type PropertyKind = 'number' | 'flag' | 'word' | 'address' | 'origin' | 'structure' | readonly string[]

const SCENES = ['login', 'register', 'findpwd', 'bind', 'delete', 'setpwd', 'verify'] as const
const RESULT_PROPERTIES = { method: 'word', ok: 'flag' } as const
const DIALOG_STEPS = ['open', 'confirm', 'cancel'] as const
/** Buttons that events identify by name. */
export const TRACKED_BUTTONS = [
  'certificateProcess',
  'certificateDownload',
  'certificateOpen',
  'certificateAlbum',
  'badgeDownload',
  'credentialDownload',
] as const

const PORTAL_EVENTS = {
  login: RESULT_PROPERTIES,
  register: RESULT_PROPERTIES,
  findPassword: RESULT_PROPERTIES,
  redeemNow: RESULT_PROPERTIES,
  getCode: { scene: SCENES },
  buttonClick: { elementId: TRACKED_BUTTONS },
  dialogOperation: { name: ['certificateProcess'], type: DIALOG_STEPS },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PropertyKind>>>>

const PAGE_PROPERTIES = {
  $url: 'address',
  $url_path: 'address',
  $referrer: 'origin',
  $viewport_position: 'number',
  event_duration: 'number',
} as const
const ELEMENT_PROPERTIES = {
  $element_type: 'word',
  $element_id: 'structure',
  $element_path: 'structure',
  $element_selector: 'structure',
  $page_x: 'number',
  $page_y: 'number',
  $viewport_width: 'number',
  $viewport_height: 'number',
} as const

/** Events that the SDK sends by itself. */
const SDK_EVENTS = {
  $pageview: PAGE_PROPERTIES,
  $WebPageLoad: { ...PAGE_PROPERTIES, $page_resource_size: 'number' },
  $WebPageLeave: PAGE_PROPERTIES,
  $WebClick: { ...PAGE_PROPERTIES, ...ELEMENT_PROPERTIES },
  $WebStay: { ...PAGE_PROPERTIES, ...ELEMENT_PROPERTIES },
  $SignUp: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, PropertyKind>>>>

/** Properties of every event. */
const COMMON_PROPERTIES = {
  appCode: 'word',
  appOrigin: 'word',
  platform: 'word',
  lang: ['en', 'zh'],
  $event_session_id: 'word',
  $timezone_offset: 'number',
  $screen_width: 'number',
  $screen_height: 'number',
  $lib: 'word',
  $lib_version: 'word',
} as const satisfies Readonly<Record<string, PropertyKind>>

const METHOD_EVENT = /^[a-z][a-z0-9-]{0,31}Login$/

/** Returns the allowed properties of an event, or undefined for an unknown one. `methods`: the login methods in use. */
export function allowedProperties(
  event: string,
  methods: ReadonlySet<string>,
): Readonly<Record<string, PropertyKind>> | undefined {
  const known: Readonly<Record<string, Readonly<Record<string, PropertyKind>>>> = {
    ...PORTAL_EVENTS,
    ...SDK_EVENTS,
  }
  if (Object.hasOwn(known, event)) return { ...COMMON_PROPERTIES, ...known[event] }
  const method = METHOD_EVENT.test(event) ? event.slice(0, -'Login'.length) : ''
  return methods.has(method) ? COMMON_PROPERTIES : undefined
}

/** Login methods other than social channels. */
export const BUILT_IN_SIGN_IN_METHODS = ['password', 'captcha', 'enterprise', 'passkey'] as const

interface Result {
  readonly method: string
  readonly ok: boolean
}

/** An event of the portal. */
export type TrackedEvent =
  | { readonly event: 'login' | 'register' | 'findPassword' | 'redeemNow'; readonly properties: Result }
  | { readonly event: 'getCode'; readonly properties: { readonly scene: string } }
  | {
      readonly event: 'buttonClick'
      readonly properties: { readonly elementId: (typeof TRACKED_BUTTONS)[number] }
    }
  | {
      readonly event: 'dialogOperation'
      readonly properties: {
        readonly name: 'certificateProcess'
        readonly type: (typeof DIALOG_STEPS)[number]
      }
    }
  | { readonly event: `${string}Login`; readonly properties: Readonly<Record<string, never>> }
