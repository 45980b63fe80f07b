/** Runs files of the web-platform-tests in a browser and records their WebAuthn ceremonies. The files are read, never stored here. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, resolve, sep } from 'node:path'
import type { BrowserContext, CDPSession, Page, Route } from '@playwright/test'

/** The host names and the port of the project's own server. */
const HOST = 'web-platform.test'
const PORT = 8443
const OTHER_HOST = 'not-web-platform.test'
export const WPT_RP_ID = HOST
export const WPT_ORIGIN = `https://${HOST}:${PORT}`

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

export interface CreatedCredential {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly authenticatorData: string
    readonly publicKeyAlgorithm: number
  }
}

export interface AssertedCredential {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string
  }
}

interface CeremonyContext {
  readonly origin: string
  /** whether a frame above it is of another origin */
  readonly isCrossOrigin: boolean
  /** of the options, base64url */
  readonly challenge: string | null
  /** of the options, else the host of the page */
  readonly rpId: string
  readonly error?: string
}

/** What a call of `navigator.credentials` was given and returned: a credential or the name of an error. */
export type Ceremony = CeremonyContext &
  (
    | { readonly kind: 'create'; readonly credential?: CreatedCredential }
    | { readonly kind: 'get'; readonly credential?: AssertedCredential }
  )

export interface Assertion {
  readonly name: string
  readonly passed: boolean
  readonly message: string | null
}

interface Outcome {
  readonly harness: string | null
  readonly assertions: readonly Assertion[]
}

export interface WptRun {
  readonly ceremonies: readonly Ceremony[]
  readonly assertions: readonly Assertion[]
}

/** `as asked`: what the file asks for. `verifying`: as asked, but CTAP2, and it verifies its user. */
export type AuthenticatorMode = 'as asked' | 'verifying'

/** The files of the folder that run in a page of a secure origin, without those that compare the interface with its IDL. */
export function wptFiles(folder: string): readonly string[] {
  return readdirSync(join(folder, 'webauthn')).filter(
    name => /\.https\.((sub\.)?html|window\.js)$/.test(name) && !name.startsWith('idlharness'),
  )
}

/** Files that every run needs and the folder does not have. */
export function missingWptFiles(folder: string): readonly string[] {
  const needed = ['webauthn/helpers.js', 'resources/testharness.js', 'resources/testdriver.js']
  return needed.filter(path => !existsSync(join(folder, path)))
}

/** In place of `testharnessreport.js`, which a browser vendor replaces. */
const REPORT = `setup({ output: false, explicit_timeout: true })
add_completion_callback((tests, harness) => wptCall('report', {
  harness: harness.status === 0 ? null : harness.message ?? 'status ' + harness.status,
  assertions: tests.map(({ name, status, message }) => ({ name, passed: status === 0, message })),
}))`

/** In place of `testdriver-vendor.js`, which a browser vendor writes. */
const VENDOR = `{
  const call = name => (...args) => wptCall(name, ...args.map(arg => arg === undefined ? null : arg))
  Object.assign(test_driver_internal, { in_automation: true }, Object.fromEntries(
    ['add_virtual_authenticator', 'remove_virtual_authenticator', 'add_credential', 'get_credentials', 'remove_credential',
      'remove_all_credentials', 'set_user_verified'].map(name => [name, (...args) => call(name)(...args.slice(0, 2))])))
  test_driver_internal.click = async element => {
    element.dataset.wptClick = ''
    await wptCall('click')
    delete element.dataset.wptClick
  }
}`

/** Runs in every frame before its scripts. */
function recordCeremonies(): void {
  if (!globalThis.CredentialsContainer) return
  const call = (name: string, value: unknown) =>
    (globalThis as unknown as { wptCall(name: string, value: unknown): Promise<unknown> }).wptCall(
      name,
      value,
    )
  const base64url = (source: unknown): string | null => {
    const isView = ArrayBuffer.isView(source)
    if (!isView && !(source instanceof ArrayBuffer)) return null
    const bytes = isView
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source)
    const text = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  }
  const prototype = CredentialsContainer.prototype
  for (const kind of ['create', 'get'] as const) {
    const own = prototype[kind] as (options?: unknown) => Promise<Credential | null>
    prototype[kind] = async function (this: CredentialsContainer, ...args: [unknown?]) {
      const publicKey = (args[0] as CredentialCreationOptions & CredentialRequestOptions)?.publicKey
      const ceremony = {
        kind,
        // Not that of the address: a page of `srcdoc` has the origin of its parent.
        origin: window.origin,
        isCrossOrigin: [...location.ancestorOrigins].some(origin => origin !== window.origin),
        challenge: base64url(publicKey?.challenge),
        rpId:
          (kind === 'create' ? publicKey?.rp?.id : (publicKey as PublicKeyCredentialRequestOptions)?.rpId) ??
          window.origin.replace(/^https:\/\/|:\d+$/g, ''),
      }
      try {
        const credential = await own.apply(this, args)
        const returned = credential instanceof PublicKeyCredential ? credential.toJSON() : undefined
        await call('ceremony', { ...ceremony, credential: returned })
        return credential
      } catch (error) {
        await call('ceremony', { ...ceremony, error: (error as Error)?.name ?? String(error) })
        throw error
      }
    }
  }
}

/** Answers the requests of the checkout's pages from its files, as the project's server does. */
async function serveFile(route: Route, folder: string): Promise<void> {
  const { hostname, pathname } = new URL(route.request().url())
  if (![HOST, OTHER_HOST].some(host => hostname === host || hostname.endsWith(`.${host}`)))
    return route.abort()
  if (pathname === '/resources/testharnessreport.js')
    return route.fulfill({ body: REPORT, contentType: CONTENT_TYPES['.js'] ?? '' })
  if (pathname === '/resources/testdriver-vendor.js')
    return route.fulfill({ body: VENDOR, contentType: CONTENT_TYPES['.js'] ?? '' })
  const path = resolve(folder, `.${pathname}`)
  if (!path.startsWith(resolve(folder) + sep)) return route.abort()
  if (pathname.endsWith('.window.html'))
    return route.fulfill({ body: windowPage(path), contentType: CONTENT_TYPES['.html'] ?? '' })
  if (!existsSync(path) || !statSync(path).isFile()) return route.fulfill({ status: 404, body: '' })
  const text = readFileSync(path, 'utf8')
  await route.fulfill({
    body: pathname.includes('.sub.') ? substituteNames(text) : text,
    contentType: CONTENT_TYPES[extname(path)] ?? 'text/plain; charset=utf-8',
  })
}

/** The page of a `.window.js` file, which names its scripts in comments. */
function windowPage(path: string): string {
  const file = path.replace(/\.html$/, '.js')
  const scripts = readFileSync(file, 'utf8').matchAll(/^\/\/ META: script=(\S+)/gm)
  const sources = ['/resources/testharness.js', '/resources/testharnessreport.js']
  for (const [, script = ''] of scripts) sources.push(script)
  sources.push(file.slice(file.lastIndexOf(sep) + 1))
  return `<!doctype html><meta charset="utf-8"><body></body>${sources.map(source => `<script src="${source}"></script>`).join('')}`
}

function substituteNames(text: string): string {
  return text
    .replaceAll(/\{\{ports\[\w+\]\[\d\]\}\}/g, String(PORT))
    .replaceAll(/\{\{hosts\[(\w*)\]\[(\w*)\]\}\}/g, (_all, host: string, label: string) =>
      [...(label ? [label] : []), host === 'alt' ? OTHER_HOST : HOST].join('.'),
    )
    .replaceAll('{{host}}', HOST)
}

interface AuthenticatorRequest {
  readonly protocol: 'ctap1/u2f' | 'ctap2' | 'ctap2_1'
  readonly transport: 'usb' | 'internal'
  readonly hasResidentKey?: boolean
  readonly hasUserVerification?: boolean
  readonly isUserVerified?: boolean
  readonly isUserConsenting?: boolean
  readonly extensions?: readonly string[]
  readonly defaultBackupEligibility?: boolean
  readonly defaultBackupState?: boolean
}

/** WebDriver's configuration of a virtual authenticator as that of the DevTools protocol. */
function authenticatorOptions(request: AuthenticatorRequest, mode: AuthenticatorMode) {
  const verifies = mode === 'verifying'
  const isCtap2 = verifies || request.protocol !== 'ctap1/u2f'
  const supports = (extension: string) => request.extensions?.includes(extension) ?? false
  return {
    protocol: isCtap2 ? ('ctap2' as const) : ('u2f' as const),
    ...(isCtap2
      ? { ctap2Version: request.protocol === 'ctap2_1' ? ('ctap2_1' as const) : ('ctap2_0' as const) }
      : {}),
    transport: request.transport,
    hasResidentKey: verifies || (request.hasResidentKey ?? false),
    hasUserVerification: verifies || (request.hasUserVerification ?? false),
    isUserVerified: verifies || (request.isUserVerified ?? false),
    automaticPresenceSimulation: request.isUserConsenting ?? true,
    hasLargeBlob: supports('largeBlob'),
    hasCredBlob: supports('credBlob'),
    hasMinPinLength: supports('minPinLength'),
    hasPrf: supports('prf'),
    defaultBackupEligibility: request.defaultBackupEligibility ?? false,
    defaultBackupState: request.defaultBackupState ?? false,
  }
}

const recode = (value: unknown, encoding: 'base64' | 'base64url'): string =>
  Buffer.from(String(value), 'base64').toString(encoding)
/** Members of a credential that WebDriver writes in base64url and the DevTools protocol in base64. */
const BINARY = ['credentialId', 'privateKey', 'userHandle', 'largeBlob']

const recodeCredential = (credential: object, encoding: 'base64' | 'base64url') =>
  Object.fromEntries(
    Object.entries(credential)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, BINARY.includes(name) ? recode(value, encoding) : value]),
  )

interface AddedCredential {
  readonly credentialId: string
  readonly isResidentCredential: boolean
  readonly privateKey: string
  readonly signCount: number
}

function authenticatorCalls(cdp: CDPSession, mode: AuthenticatorMode) {
  return {
    async add_virtual_authenticator(request: AuthenticatorRequest) {
      const options = authenticatorOptions(request, mode)
      const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
      return authenticatorId
    },
    remove_virtual_authenticator: (authenticatorId: string) =>
      cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    add_credential: (authenticatorId: string, credential: AddedCredential) =>
      cdp.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, ...recodeCredential(credential, 'base64') },
      }),
    async get_credentials(authenticatorId: string) {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.map(credential => recodeCredential(credential, 'base64url'))
    },
    remove_credential: (authenticatorId: string, credentialId: string) =>
      cdp.send('WebAuthn.removeCredential', {
        authenticatorId,
        credentialId: recode(credentialId, 'base64'),
      }),
    remove_all_credentials: (authenticatorId: string) =>
      cdp.send('WebAuthn.clearCredentials', { authenticatorId }),
    set_user_verified: (authenticatorId: string, isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Opens a file of the folder and waits until its tests have ended. */
export async function runWptFile(
  context: BrowserContext,
  folder: string,
  file: string,
  mode: AuthenticatorMode,
): Promise<WptRun> {
  const ceremonies: Ceremony[] = []
  const { promise, resolve: end } = Promise.withResolvers<Outcome>()
  const page: Page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const calls: Record<string, (...args: never[]) => unknown> = authenticatorCalls(cdp, mode)
  Object.assign(calls, {
    ceremony: (ceremony: Ceremony) => void ceremonies.push(ceremony),
    report: end,
  })
  await page.exposeBinding('wptCall', ({ frame }, name: string, ...args: unknown[]) =>
    name === 'click' ? frame.click('[data-wpt-click]') : calls[name]?.(...(args as never[])),
  )
  await page.addInitScript(recordCeremonies)
  await page.route('**/*', route => serveFile(route, folder))
  await page.goto(`${WPT_ORIGIN}/webauthn/${file.replace(/\.window\.js$/, '.window.html')}`)
  const { harness, assertions } = await promise
  await page.close()
  return {
    ceremonies,
    assertions: harness ? [...assertions, { name: file, passed: false, message: harness }] : assertions,
  }
}
