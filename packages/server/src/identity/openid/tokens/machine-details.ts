/** `authorization_details` of type `machine` (RFC 9396): what third parties ask for and receive. */
import { MACHINE_ACTIONS, type MachineAction } from '@kerf/contract/machines/machine-details'
import type { MachineRole } from '@kerf/contract/machines/machines'
import * as v from 'valibot'
import { keyedHash } from '../../../platform/keys/secrets.ts'
import type { ChosenMachine } from '../../grant/grant-store.ts'

const RequestedDetail = v.strictObject({
  type: v.literal('machine'),
  actions: v.pipe(v.array(v.picklist(MACHINE_ACTIONS)), v.minLength(1)),
  /** as the app got it before; without: any machine */
  identifier: v.optional(v.string()),
})
type RequestedDetails = readonly v.InferOutput<typeof RequestedDetail>[]

export const isMachineDetail = (detail: unknown): boolean => v.is(RequestedDetail, detail)

/** Of an authorization request that was validated; undefined: it has none. */
export const requestedDetails = ({
  authorization_details: details,
}: Readonly<Record<string, unknown>>): RequestedDetails | undefined =>
  details === undefined ? undefined : v.parse(v.array(RequestedDetail), JSON.parse(String(details)))

/** The right that an account has on a machine now. */
export interface MachineRight {
  readonly id: string
  readonly ownership: string
  /** '' until somebody names it */
  readonly name: string
  readonly line: string
  /** last characters of the serial number, for the person only */
  readonly snEnd: string
  readonly role: MachineRole
  /** the person has the course that the line demands */
  readonly mayRun: boolean
}

/** Without `ids`: of all machines of the account. */
export type ReadMachineRights = (uid: string, ids?: readonly string[]) => Promise<readonly MachineRight[]>

/** The id of a machine for apps of one sector, under one owner: others cannot tell that it is the same machine. */
export const machineIdAt = (
  key: Buffer,
  sector: string,
  { id, ownership }: Pick<MachineRight, 'id' | 'ownership'>,
): string => keyedHash(key, 'machine', sector, id, ownership).toString('base64url')

const actionsAt = (details: RequestedDetails, identifier: string): MachineAction[] =>
  MACHINE_ACTIONS.filter(action =>
    details.some(
      detail =>
        (detail.identifier === undefined || detail.identifier === identifier) &&
        detail.actions.includes(action),
    ),
  )

/** The machines that the person may choose for the request, with the actions that it asks for. */
export const offeredMachines = (
  details: RequestedDetails,
  rights: readonly MachineRight[],
  idOf: (right: MachineRight) => string,
): (MachineRight & { readonly actions: MachineAction[] })[] =>
  rights
    .map(right => ({ ...right, actions: actionsAt(details, idOf(right)) }))
    .filter(({ actions }) => actions.length > 0)

/** What is left of the choice: a machine goes with the role or its ownership. */
export const presentDetails = (
  chosen: readonly ChosenMachine[],
  rights: readonly MachineRight[],
  idOf: (right: MachineRight) => string,
) =>
  chosen.flatMap(({ machine, ownership, actions, named }) => {
    const right = rights.find(one => one.id === machine && one.ownership === ownership)
    if (!right) return []
    const detail = {
      type: 'machine',
      identifier: idOf(right),
      actions,
      ...(actions.includes('view') && { line: right.line }),
      ...(named && { name: right.name }),
    }
    return [{ detail, mayRun: right.mayRun }]
  })
