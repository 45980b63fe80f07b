/**
 * What the console's process asks the server: enter, leave, and make calls. Only CONSOLE_API answers it, never the port of the portal.
 * The process has no database and no key (S-174): each request carries the operator's token, and this decides by the database.
 */
import { CONSOLE_CALLS, type ConsoleCallName, isConsoleCall } from '@kerf/contract/console/console-calls'
import type {
  ConsoleEntrance,
  ConsoleErrorName,
  ConsoleSession,
  OperationNeeds,
} from '@kerf/contract/console/console-session'
import { assertedPasskey, createdPasskey } from '@kerf/contract/endpoints/passkey'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ProviderError } from '../../identity/index.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { OperationError } from '../input/operation-error.ts'
import { hasRole, OPERATIONS } from '../operator/operation-table.ts'
import { createOperatorAccess } from '../operator/operator-ceremonies.ts'
import { createCompanyLogin } from '../operator/operator-openid.ts'
import { OPERATOR_IDLE_SECONDS, type OperatorSessionRow } from '../operator/operator-session-store.ts'
import type { ConsoleOrigin, OpenedSession } from '../operator/operator-sessions.ts'
import type { ConsoleTarget } from './console-runs.ts'
import { requireSession, tokenOf } from './require-session.ts'
import { ConsoleError, refusedCall, runConsoleCall } from './run-console-call.ts'

const STATUS: Readonly<Partial<Record<ConsoleErrorName, number>>> = {
  expired_login: 401,
  authority: 403,
  proof_required: 403,
  not_found: 404,
  too_many_requests: 429,
  refused: 422,
  unavailable: 503,
  approval_pending: 202,
}
/** Errors of the passkey functions by the same name. */
const KNOWN: readonly ConsoleErrorName[] = [
  ...(['expired', 'expired_login', 'passkey_limit', 'passkey_rejected', 'passkey_unknown'] as const),
  ...(['proof_required', 'bad_request', 'not_found'] as const),
]

const CODES_BODY_MAX = 256 * 1024
const token = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const withToken = v.object({ invitation: token })
const accepted = v.object({ invitation: token, credential: createdPasskey })
const startedLogin = v.object({ invitation: v.optional(token) })
const finishedLogin = v.object({ flow: token, query: v.pipe(v.string(), v.maxLength(8_000)) })
const asserted = v.object({ credential: assertedPasskey })
const created = v.object({ credential: createdPasskey })

const needsOf = (name: ConsoleCallName): OperationNeeds | undefined => {
  const operation = OPERATIONS[name]
  if (!operation) return undefined
  const { reason, second, reads = null, case: ofCase = 'optional' } = operation
  return {
    reason,
    case: ofCase,
    reads,
    second: typeof second === 'object' ? second.aboveCodes : second === 'always',
  }
}

const CALL_NAMES = Object.keys(CONSOLE_CALLS) as ConsoleCallName[]

/** What the session may do, as the screens need it. The server decides again at each call. */
export function describeSession({
  name,
  roles,
  endsAt,
  passkeys,
  hasCompanyLogin,
}: OperatorSessionRow): ConsoleSession {
  const calls = Object.fromEntries(
    CALL_NAMES.filter(call => hasRole(roles, OPERATIONS[call]?.role ?? 'owner')).map(call => [
      call,
      needsOf(call),
    ]),
  )
  return { name, roles, endsAt, passkeys, hasCompanyLogin, idleSeconds: OPERATOR_IDLE_SECONDS, calls }
}

export interface ConsoleApiOptions {
  readonly target: ConsoleTarget
  readonly at: () => ConsoleOrigin
  /** development only: an invitation for the browser that opens the console first */
  readonly findDemoInvitation?: (() => Promise<string | undefined>) | undefined
  readonly log: {
    error(details: { readonly err: unknown; readonly requestId: string }, message: string): void
  }
}

function parseBody<S extends v.GenericSchema>(schema: S, { body }: FastifyRequest): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new ConsoleError('bad_request')
  return parsed.output
}

export function buildConsoleApi({ target, at, findDemoInvitation, log }: ConsoleApiOptions): FastifyInstance {
  const http = fastify({ bodyLimit: CODES_BODY_MAX, logger: false })
  const access = createOperatorAccess(target.db, at)
  const { consoleProvider, production } = target.config
  const company = consoleProvider && createCompanyLogin(target.db, consoleProvider, at, production)

  http.setErrorHandler((error, request, reply) => {
    const failure =
      error instanceof ConsoleError
        ? error.failure
        : error instanceof ApiError
          ? { error: KNOWN.find(name => name === error.errorName) ?? 'unavailable' }
          : error instanceof OperationError
            ? refusedCall(error).failure
            : error instanceof ProviderError
              ? { error: 'company_login' as const }
              : undefined
    if (failure) return reply.code(STATUS[failure.error] ?? 400).send(failure)
    const { statusCode } = error as { statusCode?: number }
    if (statusCode !== undefined && statusCode < 500)
      return reply.code(statusCode).send({ error: 'bad_request' })
    log.error({ err: error, requestId: request.id }, 'a call of the console failed')
    return reply.code(503).send({ error: 'unavailable', requestId: request.id })
  })

  const sessionOf = ({ headers }: FastifyRequest) => requireSession(target.db, headers.authorization, at())
  const opened = ({ token: value, session }: OpenedSession) => ({
    token: value,
    session: describeSession(session),
  })

  http.post(
    '/entrance',
    async (): Promise<ConsoleEntrance> => ({
      company: company !== undefined,
      demo: (await findDemoInvitation?.()) ?? null,
    }),
  )
  http.post('/login/options', () => access.loginOptions())
  http.post('/login', async request => opened(await access.login(parseBody(asserted, request).credential)))
  http.post('/invitation', async request => {
    const { name, roles } = await access.showInvitation(parseBody(withToken, request).invitation)
    return { name, roles, company: company !== undefined }
  })
  http.post('/invitation/options', request =>
    access.invitationOptions(parseBody(withToken, request).invitation),
  )
  http.post('/invitation/accept', async request => {
    const { invitation, credential } = parseBody(accepted, request)
    return opened(await access.acceptInvitation(invitation, credential))
  })
  http.post('/openid/start', request => {
    if (!company) throw new ConsoleError('not_found')
    return company.start(parseBody(startedLogin, request).invitation)
  })
  http.post('/openid/finish', async request => {
    if (!company) throw new ConsoleError('not_found')
    const { flow, query } = parseBody(finishedLogin, request)
    return opened(await company.finish(flow, query))
  })
  http.post('/session', async request => describeSession(await sessionOf(request)))
  http.post('/logout', async request => {
    await access.logout(tokenOf(request.headers.authorization))
    return {}
  })
  http.post('/passkey/options', async request => access.addPasskeyOptions(await sessionOf(request)))
  http.post('/passkey', async request => {
    const session = await sessionOf(request)
    await access.addPasskey(session, parseBody(created, request).credential)
    return {}
  })
  http.post('/call/:name', async request => {
    const session = await sessionOf(request)
    const { name } = request.params as { readonly name: string }
    const words = name.replaceAll('.', ' ')
    if (!isConsoleCall(words)) throw new ConsoleError('not_found')
    const { input, reason, caseNumber } = (request.body ?? {}) as Record<string, unknown>
    return runConsoleCall(target, session, { name: words, input, reason, caseNumber })
  })
  return http
}
