/** A person allows a device to log in (RFC 8628): enters or confirms the code that the device shows. */
import type { OutputOf, ParsedInputOf } from '@kerf/contract/endpoint'
import type { activateDevice, describeDevice, getPairingOutcome } from '@kerf/contract/endpoints/openid'
import type { DeviceCode, Provider } from 'oidc-provider/lib/provider.js'
import { type MailDependencies, notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { isOtherCountry, placeName } from '../../platform/geo/place-name.ts'
import { keyedHash, randomHandle } from '../../platform/keys/secrets.ts'
import { addressLimits } from '../../platform/limits/address-limits.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccount } from '../account/credential-store.ts'
import type { OpenIdClient } from '../app/app-registry.ts'
import { upsertConsent, upsertGrant } from '../grant/grant-store.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { hasCompanion } from '../session/session-companion.ts'
import { describeClient } from './authorization-flow.ts'
import { TTL_SECONDS } from './create-provider.ts'
import { isMachineId, serialNumberOf } from './pairing/machine-clients.ts'
import type { Pairings } from './pairing/pair-machine.ts'
import type { PairingMachines } from './pairing/pairing-machines.ts'
import {
  type ApiSources,
  describeApis,
  openIdScopes,
  resourcesOf,
  storedScopes,
} from './tokens/api-scopes.ts'
import { PAIRING_SCOPES, sessionIdFor } from './tokens/openid-claims.ts'
import { consumeFlow } from './tokens/openid-flow-store.ts'
import { grantName } from './tokens/request-state.ts'

/** Codes that one network or account may try: 20^8 exist, and each lives for a quarter of an hour. */
const TRIES = { limit: 20, seconds: 900 }

export interface DeviceDependencies extends Pick<PlatformServices, 'db' | 'limiter'> {
  readonly mail: MailDependencies
  /** `keys.openid` */
  readonly key: Buffer
  readonly provider: () => Promise<Provider>
  readonly apps: ApiSources
  readonly machines: Pick<PairingMachines, 'describe'>
  readonly pairings: Pick<Pairings, 'assertAllowed' | 'start' | 'outcome'>
}

/** As it is stored: letters only, whatever was typed between them. */
const normalizeCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '')

export function createDeviceActivation({
  db,
  key,
  limiter,
  provider,
  apps,
  mail,
  machines,
  pairings,
}: DeviceDependencies) {
  /** Throws `incorrect_code`, `too_many_requests`. */
  const load = async (typed: string, { uid }: SessionClaims, caller: Caller) => {
    await limiter.consume(...addressLimits('activate', caller, TRIES), {
      key: `activate:${uid}`,
      ...TRIES,
    })
    const userCode = normalizeCode(typed)
    const code = await (await provider()).DeviceCode.findByUserCode(userCode)
    const client = code && apps.findClient(code.clientId)
    if (!code || !client || code.accountId !== undefined || code.error !== undefined)
      throw new ApiError('incorrect_code')
    const scopes = storedScopes(code.params, client, apps)
    const isMachine = isMachineId(client.clientId)
    if (isMachine && !PAIRING_SCOPES.some(scope => scopes.includes(scope)))
      throw new ApiError('incorrect_code')
    return { code, client, userCode, scopes, isMachine }
  }

  const allow = async (
    { code, client, scopes }: { code: DeviceCode; client: OpenIdClient; scopes: readonly string[] },
    session: SessionClaims,
    caller: Caller,
  ): Promise<void> => {
    const { uid, handle } = session
    const { clientId } = client
    const resources = resourcesOf(code.params.resource)
    const isOffline = scopes.includes('offline_access')
    const grant = await db.transaction(async tx => {
      if (client.party === 'third') await upsertConsent(tx, { uid, clientId, scopes })
      await writeAudit(tx, {
        event: 'openid.device',
        outcome: 'ok',
        uid,
        ...auditContext(caller),
        detail: { client: clientId, scopes: scopes.join(' ') },
      })
      const [row] = await upsertGrant(tx, {
        ...{ uid, clientId, scopes },
        id: randomHandle(),
        session: handle,
        resources,
        offline: isOffline,
        ttlSeconds: TTL_SECONDS.Grant,
      })
      const [account] = await findAccount(tx, { uid })
      if (!row || !account) throw new ApiError('expired_login')
      await notifyOwner(tx, mail, account, caller, { template: 'device_allowed', app: client.name })
      return row
    })
    Object.assign(code, {
      accountId: uid,
      acr: session.acr,
      ...(session.amr.length > 0 && { amr: session.amr }),
      authTime: Math.floor(session.authenticated_at),
      grantId: grantName(uid, grant.id),
      scope: String(code.params.scope ?? ''),
      ...(resources.length > 0 && { resource: resources.length === 1 ? resources[0] : resources }),
      sessionUid: grantName(uid, handle),
      ...(!isOffline && { expiresWithSession: true }),
      sid: sessionIdFor(key, handle, clientId),
    })
  }

  return {
    async describe(
      { code: typed }: ParsedInputOf<typeof describeDevice>,
      session: SessionClaims,
      caller: Caller,
    ): Promise<OutputOf<typeof describeDevice>> {
      const { code, client, scopes, isMachine } = await load(typed, session, caller)
      const [place, ownPlace] = await Promise.all([mail.placeOf(code.deviceInfo.ip), mail.placeOf(caller.ip)])
      return {
        client: describeClient(client),
        scopes: openIdScopes(scopes),
        apis: describeApis(scopes, apps),
        place: placeName(place, caller.lang),
        elsewhere: isOtherCountry(place, ownPlace),
        needs: (await hasCompanion(db, session, caller)) ? 'nothing' : 'reauthentication',
        machine: isMachine ? await machines.describe(serialNumberOf(client.clientId)) : null,
      }
    },

    /** Throws `incorrect_code`, `proof_required`, and for a machine what refuses its pairing. */
    async answer(
      { code: typed, answer }: ParsedInputOf<typeof activateDevice>,
      session: SessionClaims,
      caller: Caller,
    ): Promise<OutputOf<typeof activateDevice>> {
      const found = await load(typed, session, caller)
      // A stolen token alone must not log a thief's device in.
      if (!(await hasCompanion(db, session, caller))) throw new ApiError('proof_required')
      const pairs = found.isMachine && answer === 'allow'
      if (pairs) await pairings.assertAllowed(found, session, caller)
      const taken = await consumeFlow(db, {
        kind: 'UserCode',
        hash: keyedHash(key, 'UserCode', found.userCode),
      })
      if (taken.length === 0) throw new ApiError('incorrect_code')
      if (pairs) return pairings.start(found, session, caller)
      if (answer === 'allow') await allow(found, session, caller)
      else Object.assign(found.code, { error: 'access_denied', errorDescription: 'the person refused' })
      await found.code.save()
      return { digits: null, expireTime: null }
    },

    /** Throws `incorrect_code`. */
    outcome: (
      { code }: ParsedInputOf<typeof getPairingOutcome>,
      session: SessionClaims,
    ): Promise<OutputOf<typeof getPairingOutcome>> => pairings.outcome(normalizeCode(code), session),
  }
}

export type DeviceActivation = ReturnType<typeof createDeviceActivation>
