/**
 * Calls of the portal to its host: methods, input and output schemas, timeouts. Host and portal validate both directions
 * (S-058). The limits are here and not in `limits.ts`, because the first screen must not load them.
 */

import * as v from 'valibot'
import { DAY_SECONDS } from '../limits.ts'
import { SYSTEMS } from '../portal-url.ts'
import { compareVersions } from '../version.ts'

const QUICK_TIMEOUT_MS = 1_000
const CLOSE_TIMEOUT_MS = 5_000
const GCODE_TIMEOUT_MS = 60_000
/** For calls that wait for a person: a login, a file dialog. */
const INTERACTIVE_TIMEOUT_MS = DAY_SECONDS * 1_000
/** Port of the machine bridge on this computer. */
export const MACHINE_BRIDGE_PORT = 9527
const STORAGE_IOS_VERSION_MIN = '2.1.0'

/** Base64 characters, about 9 MB of content. */
export const HOST_FILE_LENGTH_MAX = 12_000_000
export const GCODE_LENGTH_MAX = 8_000_000
export const STORAGE_VALUE_LENGTH_MAX = 16_384

const short = v.pipe(v.string(), v.maxLength(200))
const filled = v.pipe(short, v.nonEmpty())
const nothing = v.strictObject({})

export const HOST_FILE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/svg+xml',
  'application/pdf',
  'text/plain',
] as const

/** A file by content, or by a URL that the host fetches. The portal sends safe file names only. */
export const hostFileSchema = v.union([
  v.strictObject({
    name: filled,
    type: v.picklist(HOST_FILE_TYPES),
    /** base64 */
    data: v.pipe(
      v.string(),
      v.nonEmpty(),
      v.maxLength(HOST_FILE_LENGTH_MAX),
      v.regex(/^[A-Za-z0-9+/]+={0,2}$/),
    ),
  }),
  v.strictObject({ name: filled, url: v.pipe(v.string(), v.maxLength(2048), v.url()) }),
])

const storageKey = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9.-]{0,63}$/))
const version = v.pipe(v.string(), v.regex(/^\s*v?\d{1,9}(?:\.\d{1,9}){0,7}/i), v.maxLength(60))

export const NATIVE_CALLS = {
  'app.version': { timeout: QUICK_TIMEOUT_MS, input: nothing, output: v.object({ version }) },
  /** The computer or phone, and the machines known to the host. */
  'device.info': {
    timeout: QUICK_TIMEOUT_MS,
    input: nothing,
    output: v.object({
      system: v.picklist(SYSTEMS),
      os: short,
      model: short,
      machines: v.pipe(
        v.array(v.object({ name: short, model: short, sn: v.optional(short), connected: v.boolean() })),
        v.maxLength(50),
      ),
    }),
  },
  /** Safety module of the connected machine. */
  'module.status': {
    timeout: CLOSE_TIMEOUT_MS,
    input: nothing,
    output: v.object({ installed: v.boolean(), version: short, latest: short }),
  },
  /** Native login with a provider. The portal sends the token to login-with-accesstoken. */
  'login.open': {
    timeout: INTERACTIVE_TIMEOUT_MS,
    input: v.strictObject({ channel: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/)) }),
    output: v.object({
      cid: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
      token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(8192)),
      /** of the person at WeChat, whose token does not name it */
      openId: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
      /** that the app gave the provider for the ID token */
      nonce: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(300))),
    }),
  },
  /** Gives the new token to hosts that are allowed to receive tokens. */
  'token.update': {
    timeout: CLOSE_TIMEOUT_MS,
    input: v.strictObject({ utoken: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) }),
    output: nothing,
  },
  'storage.save': {
    timeout: CLOSE_TIMEOUT_MS,
    input: v.strictObject({
      key: storageKey,
      value: v.pipe(v.string(), v.maxLength(STORAGE_VALUE_LENGTH_MAX)),
    }),
    output: nothing,
  },
  'storage.get': {
    timeout: CLOSE_TIMEOUT_MS,
    input: v.strictObject({ key: storageKey }),
    output: v.object({ value: v.nullable(v.pipe(v.string(), v.maxLength(STORAGE_VALUE_LENGTH_MAX))) }),
  },
  /** Download and share. */
  'file.share': { timeout: INTERACTIVE_TIMEOUT_MS, input: hostFileSchema, output: nothing },
  /** Download and open. */
  'file.open': { timeout: INTERACTIVE_TIMEOUT_MS, input: hostFileSchema, output: nothing },
  'album.save': { timeout: INTERACTIVE_TIMEOUT_MS, input: hostFileSchema, output: nothing },
  'canvas.import': { timeout: INTERACTIVE_TIMEOUT_MS, input: hostFileSchema, output: nothing },
  'gcode.generate': {
    timeout: GCODE_TIMEOUT_MS,
    input: hostFileSchema,
    output: v.object({
      name: filled,
      gcode: v.pipe(v.string(), v.nonEmpty(), v.maxLength(GCODE_LENGTH_MAX)),
    }),
  },
  /** Sends G-code to the machine. Answers after the machine has received it. */
  'gcode.process': {
    timeout: GCODE_TIMEOUT_MS,
    input: v.strictObject({
      name: filled,
      gcode: v.pipe(v.string(), v.nonEmpty(), v.maxLength(GCODE_LENGTH_MAX)),
    }),
    output: nothing,
  },
  'view.close': { timeout: CLOSE_TIMEOUT_MS, input: nothing, output: nothing },
} as const

export type NativeMethod = keyof typeof NATIVE_CALLS
export const NATIVE_METHODS = Object.keys(NATIVE_CALLS) as NativeMethod[]
export type NativeInput<M extends NativeMethod> = v.InferInput<(typeof NATIVE_CALLS)[M]['input']>
export type NativeOutput<M extends NativeMethod> = v.InferOutput<(typeof NATIVE_CALLS)[M]['output']>

export const isNativeMethod = (name: string): name is NativeMethod => Object.hasOwn(NATIVE_CALLS, name)

/** Returns the validated value, or undefined. */
export function parseNativeData(
  direction: 'input' | 'output',
  method: NativeMethod,
  given: unknown,
): Record<string, unknown> | undefined {
  const result = v.safeParse(NATIVE_CALLS[method][direction] as v.GenericSchema<unknown, object>, given)
  return result.success ? (result.output as Record<string, unknown>) : undefined
}

/** Errors that a host answers. */
export const HOST_ERROR_CODES = ['refused', 'unsupported', 'no-device', 'failed'] as const
export type HostErrorCode = (typeof HOST_ERROR_CODES)[number]

/** Why a call failed: an error of the host, or one that the portal detects. */
export type NativeCallError =
  | HostErrorCode
  | 'no-host'
  | 'too-old'
  | 'timeout'
  | 'cancelled'
  | 'busy'
  | 'malformed'
  | 'not-allowed'
  /** the browser blocks pages from local machines */
  | 'blocked'

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Returns a name that is valid on every system: no folder, hidden file or reserved name, at most 100 characters. */
export function safeFileName(name: string): string {
  const last =
    name
      .normalize('NFC')
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/[\p{C}<>:"|?*]/gu, '')
      .replace(/^[.\s]+|[.\s]+$/g, '') ?? ''
  const extension = /\.[a-z0-9]{1,8}$/i.exec(last)?.[0] ?? ''
  const stem = [...last.slice(0, last.length - extension.length)].slice(0, 100 - extension.length).join('')
  if (stem === '') return `file${extension}`
  return RESERVED.test(last) ? `_${stem}${extension}` : stem + extension
}

/** Whether the app stores data for the portal: on iOS from 2.1.0, elsewhere always. */
export function hasNativeStorage(isIos: boolean, av: string | undefined): boolean {
  return !isIos || (av !== undefined && (compareVersions(av, STORAGE_IOS_VERSION_MIN) ?? -1) >= 0)
}
