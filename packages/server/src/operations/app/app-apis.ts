/** What an API registers: its resource indicator, its scopes with their words, the format of its tokens. And which apps may use it. */
import {
  type ApiScope,
  type AppType,
  type IdTokenAlg,
  listApps,
  setApiAccess,
  setApiDetails,
  type TokenFormat,
} from '../../identity/index.ts'
import { hasControlCharacters } from '../../outbound/mail/one-line.ts'
import { changesOf, writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { parseResource } from './app-addresses.ts'

const SCOPE_EXAMPLE = 'jobs:write|Start and stop jobs|开始和停止加工'
const SCOPES_MAX = 20
const WORDS_LENGTH_MAX = 120
const SCOPE_NAME = /^[a-z][a-z0-9:._-]{0,63}$/
/** Scopes of OpenID Connect. */
const RESERVED = [
  'openid',
  'profile',
  'email',
  'address',
  'enterprise',
  'benefits',
  'machines',
  'offline_access',
]

export interface ApiOrder {
  /** `name|English words|Chinese words`, and `|open` if every app may ask people for it */
  readonly scopes?: readonly string[] | undefined
  readonly tokenFormat?: TokenFormat | undefined
  readonly resource?: string | undefined
}

/** Throws an OperationError. */
export function parseScopes(texts: readonly string[]): readonly ApiScope[] {
  if (texts.length > SCOPES_MAX) throw new OperationError('scopes_too_many', { max: SCOPES_MAX })
  const scopes = texts.map(text => {
    const [name = '', en = '', zh = '', open, ...more] = text.split('|').map(part => part.trim())
    const isText = (words: string) =>
      words !== '' && [...words].length <= WORDS_LENGTH_MAX && !hasControlCharacters(words)
    const isComplete = isText(en) && isText(zh) && (open ?? 'open') === 'open' && more.length === 0
    if (!SCOPE_NAME.test(name) || RESERVED.includes(name) || !isComplete)
      throw new OperationError('scope_invalid', { scope: text, example: SCOPE_EXAMPLE })
    return { name, en, zh, ...(open === 'open' && { open: true }) }
  })
  if (new Set(scopes.map(({ name }) => name)).size < scopes.length) throw new OperationError('scope_twice')
  return scopes
}

/** Throws an OperationError. */
export function parseApi(
  { scopes, tokenFormat, resource }: ApiOrder,
  { type, production }: { readonly type: AppType; readonly production: boolean },
): { resource: string | null; apiScopes: readonly ApiScope[]; tokenFormat: TokenFormat } {
  if (type !== 'api') {
    if (scopes?.length || tokenFormat !== undefined || resource !== undefined)
      throw new OperationError('api_only')
    return { resource: null, apiScopes: [], tokenFormat: 'opaque' }
  }
  if (resource === undefined) throw new OperationError('api_without_resource')
  return {
    resource: parseResource(resource, production),
    apiScopes: parseScopes(scopes ?? []),
    tokenFormat: tokenFormat ?? 'opaque',
  }
}

const hasApi = async (tx: Queryable, resource: string): Promise<boolean> =>
  (await listApps(tx)).some(app => app.resource === resource)

/** Throws an OperationError if an API has this resource already. */
export async function assertFreeResource(tx: Queryable, resource: string | null): Promise<void> {
  if (resource !== null && (await hasApi(tx, resource)))
    throw new OperationError('resource_taken', { resource })
}

/** Of the API whose tokens an app gets when its request names none. Throws an OperationError. */
export async function parseDefaultResource(
  tx: Queryable,
  text: string,
  { type, production }: { readonly type: AppType; readonly production: boolean },
): Promise<string> {
  if (type === 'api') throw new OperationError('api_without_default')
  const resource = parseResource(text, production)
  if (!(await hasApi(tx, resource))) throw new OperationError('resource_unknown', { resource })
  return resource
}

/** Changes what is given. Throws an OperationError. */
export async function editApi(
  tx: Queryable,
  change: Pick<ApiOrder, 'scopes' | 'tokenFormat'> & {
    readonly clientId: string
    readonly idTokenAlg?: IdTokenAlg | undefined
  },
): Promise<void> {
  const { clientId, scopes, tokenFormat = null, idTokenAlg = null } = change
  if (scopes === undefined && tokenFormat === null && idTokenAlg === null) return
  const [changed] = await setApiDetails(tx, {
    clientId,
    tokenFormat,
    idTokenAlg,
    scopes: scopes ? JSON.stringify(parseScopes(scopes)) : null,
  })
  if (!changed) throw new OperationError('api_only')
}

/** Replaces the scopes that an app may have of an API; an empty list removes them. Throws an OperationError. */
export async function setAccess(
  db: Database,
  change: {
    readonly clientId: string
    readonly apiId: string
    readonly scopes: readonly string[]
    readonly operator: string
  },
): Promise<{ clientId: string; apiId: string; scopes: readonly string[] }> {
  const { clientId, apiId, operator } = change
  const scopes = [...new Set(change.scopes)]
  const access = JSON.stringify(scopes.length > 0 ? { [apiId]: scopes } : {})
  await db.transaction(async tx => {
    const apps = await listApps(tx)
    const api = apps.find(app => app.client_id === apiId && app.type === 'api')
    if (!api) throw new OperationError('api_unknown', { clientId: apiId })
    const unknown = scopes.find(scope => !api.api_scopes.some(({ name }) => name === scope))
    if (unknown !== undefined)
      throw new OperationError('api_scope_unknown', { api: api.name, scope: unknown })
    const [changed] = await setApiAccess(tx, { clientId, apiId, access })
    if (!changed) throw new OperationError('app_unknown', { clientId })
    const before = apps.find(app => app.client_id === clientId)?.api_access[apiId] ?? []
    const detail = { clientId, api: apiId, changed: changesOf({ scopes: before }, { scopes }) }
    await writeAudit(tx, { event: 'app.access', outcome: 'ok', operator, detail })
  })
  return { clientId, apiId, scopes }
}
