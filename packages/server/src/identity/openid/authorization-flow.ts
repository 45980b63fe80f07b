/** What a pending authorization request waits for, and the person's answer to it. The portal's screens call these. */

import type { OutputOf, ParsedInputOf } from '@kerf/contract/endpoint'
import type { answerAuthorization, describeAuthorization } from '@kerf/contract/endpoints/openid'
import type { Interaction, Provider } from 'oidc-provider/lib/provider.js'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { keyedHash, randomHandle } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findSecondFactor } from '../account/credential-store.ts'
import type { OpenIdClient } from '../app/app-registry.ts'
import { APP_LOGO_PATH } from '../app/app-store.ts'
import { type ChosenMachine, findConsent, replaceDetails, upsertConsent } from '../grant/grant-store.ts'
import { ACR } from '../session/authentication.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { hasCompanion } from '../session/session-companion.ts'
import { isDocumentId } from './document-clients.ts'
import { type ApiSources, describeApis, openIdScopes, storedScopes } from './tokens/api-scopes.ts'
import {
  machineIdAt,
  offeredMachines,
  type ReadMachineRights,
  requestedDetails,
} from './tokens/machine-details.ts'
import { findFlowStart } from './tokens/openid-flow-store.ts'
import { grantName } from './tokens/request-state.ts'

type Needs = OutputOf<typeof describeAuthorization>['needs']

/** Reasons to log in that a fresh authentication removes. */
const WANTS_FRESH = new Set(['login_prompt', 'max_age', 'acr_values', 'essential_acr', 'essential_acrs'])
/** Reasons that only another account removes. */
const WANTS_OTHER = new Set(['id_token_hint', 'claims_id_token_sub_value'])

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export interface FlowDependencies extends Pick<PlatformServices, 'db'> {
  /** `keys.openid` */
  readonly key: Buffer
  readonly provider: () => Promise<Provider>
  readonly apps: ApiSources
  readonly readMachineRights: ReadMachineRights
}

/** Whether the session has the class of authentication that the app cannot do without (Core, section 5.5.1.1). */
const hasEssentialAcr = ({ prompt }: Interaction, acr: string): boolean => {
  const { value = acr, values = [acr] } = prompt.details?.acr ?? {}
  return value === acr && values.includes(acr)
}

interface Flow {
  readonly interaction: Interaction
  readonly client: OpenIdClient
  /** as they are stored */
  readonly scopes: readonly string[]
}

/** As the screens show it. */
export const describeClient = ({
  clientId,
  name,
  code,
  party,
  type,
  homepageUrl,
  privacyUrl,
  logo,
}: OpenIdClient) => ({
  ...{ clientId, name, code, party, type },
  homepageUrl: homepageUrl ?? '',
  privacyUrl: privacyUrl ?? '',
  logo: logo === null ? '' : APP_LOGO_PATH + logo,
  registered: !isDocumentId(clientId),
})

export function createAuthorizationFlows({ db, key, provider, apps, readMachineRights }: FlowDependencies) {
  /** Throws `expired`. */
  const load = async (flow: string): Promise<Flow> => {
    const interaction = await (await provider()).Interaction.find(flow)
    const client = interaction && apps.findClient(text(interaction.params.client_id))
    if (!interaction || !client) throw new ApiError('expired')
    return { interaction, client, scopes: storedScopes(interaction.params, client, apps) }
  }

  const needsOf = async (
    interaction: Interaction,
    session: SessionClaims | undefined,
    caller: Caller,
  ): Promise<Needs> => {
    const { prompt, session: before } = interaction
    if (!session) return 'login'
    // Another account has logged in since: the provider compares it when the browser comes back.
    const isOther = before?.accountId !== session.uid
    if (!isOther && prompt.reasons.some(reason => WANTS_OTHER.has(reason))) return 'other_account'
    const isOlder = async (): Promise<boolean> => {
      const kind = 'Interaction'
      const [flow] = await findFlowStart(db, { kind, hash: keyedHash(key, kind, interaction.uid) })
      return !flow || session.authenticated_at < flow.started_at
    }
    const wantsFresh = prompt.reasons.some(reason => WANTS_FRESH.has(reason))
    if (wantsFresh && (await isOlder())) return 'reauthentication'
    if (!(await hasCompanion(db, session, caller))) return 'reauthentication'
    // The person may have logged in without the second factor, in a browser that needs none.
    if (!hasEssentialAcr(interaction, session.acr) && session.acr !== ACR.multipleFactors) {
      const [account] = await findSecondFactor(db, session)
      if (account?.second_factor) return 'reauthentication'
    }
    if (prompt.name === 'login') return 'nothing'
    // Whoever was logged in before chooses whether to go on with that account.
    if (prompt.name === 'create') return (await isOlder()) ? 'account' : 'nothing'
    return prompt.name === 'select_account' ? 'account' : 'consent'
  }

  /** What the request lets the person choose from; undefined: it asks for no machine. */
  const offer = async ({ interaction, client }: Flow, uid: string) => {
    const details = requestedDetails(interaction.params)
    return (
      details &&
      offeredMachines(details, await readMachineRights(uid), right => machineIdAt(key, client.sector, right))
    )
  }

  return {
    async describe(
      flow: string,
      session: SessionClaims | undefined,
      caller: Caller,
    ): Promise<OutputOf<typeof describeAuthorization>> {
      const loaded = await load(flow)
      const { interaction, client, scopes } = loaded
      const { clientId } = client
      const offered = session && (await offer(loaded, session.uid))
      const [consent] = session ? await findConsent(db, { uid: session.uid, clientId }) : []
      return {
        client: describeClient(client),
        needs: await needsOf(interaction, session, caller),
        scopes: openIdScopes(scopes),
        consented: openIdScopes(consent?.scopes ?? []).filter(scope => scopes.includes(scope)),
        apis: describeApis(scopes, apps, consent?.scopes),
        machines:
          offered?.map(({ id, ownership, name, line, snEnd, role, actions }) => {
            const before = consent?.details?.find(one => one.machine === id && one.ownership === ownership)
            const earlier = { chosen: before !== undefined, named: before?.named ?? false }
            return { id, name, line, snEnd, role, actions, ...earlier }
          }) ?? null,
        loginHint: text(interaction.params.login_hint),
        expiresIn: Math.max(0, Math.floor(interaction.exp - Date.now() / 1_000)),
      }
    },

    /** Throws `expired`, `expired_login`, `proof_required`. */
    async answer(
      { flow, answer, machines = [] }: ParsedInputOf<typeof answerAuthorization>,
      session: SessionClaims | undefined,
      caller: Caller,
    ): Promise<OutputOf<typeof answerAuthorization>> {
      const loaded = await load(flow)
      const { interaction, client, scopes } = loaded
      const store = async (result: Readonly<Record<string, unknown>>, by?: Interaction['session']) => {
        interaction.result = result
        // The provider compares this session with that of the browser that returns. It may differ from the session at the start.
        // A refusal is stored without one: any browser may return with it.
        interaction.session = by
        await interaction.save(Math.max(1, Math.floor(interaction.exp - Date.now() / 1_000)))
        return { location: interaction.returnTo }
      }
      const refuse = () => store({ error: 'access_denied', error_description: 'the person refused' })
      if (answer === 'deny') return refuse()
      if (!session) throw new ApiError('expired_login')
      const needs = await needsOf(interaction, session, caller)
      if (needs === 'reauthentication' || needs === 'other_account') throw new ApiError('proof_required')
      const { uid, handle, acr, amr } = session
      const ts = Math.floor(session.authenticated_at)
      if (!hasEssentialAcr(interaction, acr))
        return store({
          error: 'unmet_authentication_requirements',
          error_description: 'the account cannot reach the requested acr',
        })
      if (needs === 'consent' && client.party === 'third') {
        const { clientId } = client
        const details = (await offer(loaded, uid))?.flatMap(({ id, ownership, actions }): ChosenMachine[] => {
          const choice = machines.find(one => one.id === id)
          return choice ? [{ machine: id, ownership, actions, named: choice.name }] : []
        })
        if (details?.length === 0) return refuse()
        await db.transaction(async tx => {
          await upsertConsent(tx, { uid, clientId, scopes })
          if (details)
            await replaceDetails(tx, {
              ...{ uid, clientId, version: randomHandle() },
              details: JSON.stringify(details),
            })
          await writeAudit(tx, {
            event: 'openid.consent',
            outcome: 'ok',
            uid,
            ...auditContext(caller),
            detail: {
              ...{ client: clientId, scopes: scopes.join(' ') },
              ...(details && { machines: details.length }),
            },
          })
        })
      }
      const name = grantName(uid, handle)
      const earlier = interaction.lastSubmission
      const result = {
        // Earlier answers count only if this session gave them.
        ...(earlier?.session === name && earlier),
        ...(interaction.prompt.name === 'login'
          ? { login: { accountId: uid, remember: true, ts, acr, ...(amr.length > 0 && { amr }) } }
          : { [interaction.prompt.name]: {} }),
        session: name,
      }
      return store(result, { uid: name, accountId: uid })
    },

    /**
     * An answer counts only for the session that gave it. Otherwise a stranger could begin a login, make the person answer it, and
     * finish it in another browser.
     */
    async dropForeignAnswer(flow: string, session: SessionClaims | undefined): Promise<void> {
      const interaction = await (await provider()).Interaction.find(flow)
      const { result } = interaction ?? {}
      if (!interaction || !result || 'error' in result) return
      if (session && result.session === grantName(session.uid, session.handle)) return
      interaction.result = undefined
      interaction.session = undefined
      await interaction.save(Math.max(1, Math.floor(interaction.exp - Date.now() / 1_000)))
    },
  }
}

export type AuthorizationFlows = ReturnType<typeof createAuthorizationFlows>
