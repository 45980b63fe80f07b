/**
 * Behaviour events (specification 7, decisions 11): which there are, what each may say, and the limits of both sides. No
 * property holds free text, so that none can hold a secret: see `tracking-text.ts`.
 */
import { SDK_LIMITS } from './tracking-limits.ts'

/** Plain JSON: `{visitor, login?, events: [{event, time, properties}]}`. */
export const TRACKING_PATH = '/v1/track'
/** A form with `data_list`, as the SDK sends it: base64 of a JSON array. */
export const TRACKING_SDK_PATH = '/sa.gif'

/** What one request may hold (S-116). */
export const TRACKING_LIMITS = {
  ...SDK_LIMITS,
  body: 256 * 1024,
  events: 200,
  /** a minute, from one address */
  requests: 60,
} as const

/** How a property is read; anything else of that name is left out. */
export type PropertyKind = 'number' | 'flag' | 'word' | 'address' | 'origin' | 'structure' | readonly string[]

const SCENES = ['login', 'register', 'findpwd', 'bind', 'delete', 'setpwd', 'verify'] as const
const RESULT_PROPERTIES = { method: 'word', ok: 'flag' } as const
const DIALOG_STEPS = ['open', 'confirm', 'cancel'] as const
/** Buttons that are told apart by name. */
export const TRACKED_BUTTONS = ['certificateProcess'] as const

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

/** What the SDK sends by itself. */
const SDK_EVENTS = {
  $pageview: PAGE_PROPERTIES,
  $WebPageLoad: { ...PAGE_PROPERTIES, $page_resource_size: 'number' },
  $WebPageLeave: PAGE_PROPERTIES,
  $WebClick: { ...PAGE_PROPERTIES, ...ELEMENT_PROPERTIES },
  $WebStay: { ...PAGE_PROPERTIES, ...ELEMENT_PROPERTIES },
  $SignUp: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, PropertyKind>>>>

/** What every event may say of the page it comes from. */
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

/** The properties an event may have; undefined for one that nobody knows. `methods`: ways of signing in that there are. */
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

/** Ways of signing in besides the social channels. */
export const BUILT_IN_SIGN_IN_METHODS = ['password', 'captcha', 'enterprise'] as const

interface Result {
  readonly method: string
  readonly ok: boolean
}

/** An event of our own, as the portal sends it. */
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
