/**
 * Authorization details of type `machine` (RFC 9396) for third parties. A token has the version of the person's choice; what it opens
 * is found at each introspection, so a lost role counts at once (S-165).
 */
import type { Client, Context, Payload } from 'oidc-provider/lib/provider.js'
import type * as v from 'valibot'
import type { Database } from '../../platform/db/database.ts'
import { findConsent } from '../grant/grant-store.ts'
import type { ApiSources } from './tokens/api-scopes.ts'
import {
  isMachineDetail,
  type MachineRight,
  machineIdAt,
  presentDetails,
  type ReadMachineRights,
} from './tokens/machine-details.ts'
import { stateOf } from './tokens/request-state.ts'
import type { DetailsReference } from './tokens/stored-token.ts'

interface MachineAuthorizationDependencies {
  readonly db: Database
  /** `keys.openid` */
  readonly key: Buffer
  readonly apis: ApiSources
  readonly readMachineRights: ReadMachineRights
  readonly invalidDetails: (description: string) => Error
  readonly invalidGrant: (description: string) => Error
}

interface TokenOfClient {
  readonly clientId: string
  readonly aud?: string
}

export function machineAuthorization({
  db,
  key,
  apis,
  readMachineRights,
  invalidDetails,
  invalidGrant,
}: MachineAuthorizationDependencies) {
  /** Of the token of the request. */
  const readPresent = async (ctx: Context, idOf: (right: MachineRight) => string) => {
    const { access } = stateOf(ctx)
    const chosen = access?.consent.details ?? []
    if (!access || chosen.length === 0) return []
    const ids = chosen.map(({ machine }) => machine)
    return presentDetails(chosen, await readMachineRights(access.subject.uid, ids), idOf)
  }

  /** An API of the maker must know the machine; every other party has ids of its own. */
  const idFor = (asking: Client | undefined, { clientId, aud }: TokenOfClient) => {
    const api = aud === undefined ? undefined : apis.findApi(aud)
    const isApi = api !== undefined && api.clientId === asking?.clientId
    if (isApi && api.party === 'first') return ({ id }: MachineRight) => id
    const sector = isApi ? api.sector : (apis.findClient(clientId)?.sector ?? clientId)
    return (right: MachineRight) => machineIdAt(key, sector, right)
  }

  return {
    enabled: true,
    types: {
      machine: {
        validate({ oidc: { route } }: Context, detail: Payload) {
          if (route === 'token') throw invalidDetails('only an authorization request may have them')
          if (!isMachineDetail(detail))
            throw invalidDetails('machine: actions (view, run) and optionally identifier are expected')
        },
      },
    },
    async authorizationDetailsForGrantSource({ oidc }: Context) {
      const uid = oidc.session?.accountId
      const clientId = oidc.client?.clientId
      const [consent] = uid && clientId ? await findConsent(db, { uid, clientId }) : []
      if (!consent?.details_version) throw invalidGrant('no machine was chosen')
      return [{ type: 'machine', version: consent.details_version }] satisfies v.InferOutput<
        typeof DetailsReference
      >
    },
    /** As the token response shows them. */
    async authorizationDetailsForAccessToken(ctx: Context, _: unknown, source: TokenOfClient) {
      const idOf = idFor(ctx.oidc.client, { clientId: source.clientId })
      const present = await readPresent(ctx, idOf)
      if (present.length === 0) throw invalidGrant('the person has no right on the chosen machines any more')
      return present.map(({ detail }) => detail)
    },
    async authorizationDetailsForIntrospection(ctx: Context, token: TokenOfClient) {
      const present = await readPresent(ctx, idFor(ctx.oidc.client, token))
      stateOf(ctx).isWithoutRight = present.length === 0
      return present.map(({ detail, mayRun }) => ({
        ...detail,
        actions: detail.actions.filter(action => action !== 'run' || mayRun),
        ...(detail.actions.includes('run') && { may_run_now: mayRun }),
      }))
    },
  }
}
