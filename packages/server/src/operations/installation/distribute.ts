/**
 * `kerf db distribute`: turns a database with the extension Citus into a distributed one, table by table. Each table is moved in a
 * transaction: a run that was interrupted can be continued by the next one, and a run that has nothing to do changes nothing.
 */
import { addMissingSessionRoutes } from '../../identity/index.ts'
import type { Environment } from '../../platform/config/read-settings.ts'
import type { Database } from '../../platform/db/database.ts'
import { missingMigrations } from '../../platform/schema/migration-store.ts'
import { tableEntries } from '../../tables/register.ts'
import type { TablePlacement } from '../../tables/table-row.ts'
import {
  copyToAllNodes,
  demandTwoPhaseCommit,
  distributeTable,
  findClosedRole,
  findExtension,
  findOwnRole,
  findTwoPhaseTrigger,
  listNodes,
  listPlacedTables,
  listServerProcesses,
  openServingRole,
  type PlacedTable,
  setShardCount,
  undistributeTable,
} from './distribution-store.ts'
import { COMMAND_TIMEOUTS } from './open-installation.ts'
import { withOwner } from './with-owner.ts'

const CITUS_MAJOR_MIN = 13

export interface DistributionStep {
  readonly table: string
  readonly placement: TablePlacement['kind']
  readonly column?: string
  /** where another version of the product has put it, as Citus calls it; absent: an ordinary table */
  readonly from?: string
}

export interface DistributionPlan {
  readonly steps: readonly DistributionStep[]
  /** whether changes and their audit rows do not yet commit in two phases */
  readonly lacksTwoPhase: boolean
  /** tables that are where they belong */
  readonly done: number
  /** why the database cannot be distributed; empty: it can */
  readonly refusals: readonly string[]
}

/** Names of Citus. Tables of the coordinator stay ordinary tables: triggers of theirs protect the audit record. */
const TYPES = { account: 'distributed', keyed: 'distributed', reference: 'reference', coordinator: null }

const isPlaced = ({ type, column }: PlacedTable, placement: TablePlacement): boolean =>
  type === TYPES[placement.kind] && (!('column' in placement) || column === placement.column)

/** Properties for which Citus refuses to distribute a table, or for which a rule of the product would no longer hold. */
function findObstacles(table: PlacedTable, placement: TablePlacement): string[] {
  const obstacles: string[] = []
  if (table.foreignKeys.length > 0)
    obstacles.push(`table ${table.table} has foreign keys: ${table.foreignKeys.join(', ')}`)
  if (placement.kind === 'coordinator') return obstacles
  if (table.triggers.length > 0)
    obstacles.push(`table ${table.table} has triggers: ${table.triggers.join(', ')}`)
  if (!('column' in placement)) return obstacles
  for (const [index, columns] of Object.entries(table.uniqueColumns))
    if (!columns.includes(placement.column))
      obstacles.push(`unique index ${index} does not contain ${placement.column}, by which it is distributed`)
  return obstacles
}

async function findClusterProblems(db: Database): Promise<string[]> {
  const [extension] = await findExtension(db)
  if (!extension) return ['the extension is missing: run "create extension citus" on every node']
  if (Number.parseInt(extension.version, 10) < CITUS_MAJOR_MIN)
    return [`Citus ${extension.version} is older than ${CITUS_MAJOR_MIN}`]
  const [own] = await findOwnRole(db)
  if (!own?.coordinates) return ['this node is a worker: DATABASE_DIRECT_URL must name the coordinator']
  const nodes = await listNodes(db)
  const problems = nodes.flatMap(({ node, isUsable }) => (isUsable ? [] : [`node ${node} is not usable`]))
  if (!nodes.some(({ isCoordinator }) => isCoordinator))
    problems.push('the coordinator has no address: run "select citus_set_coordinator_host(HOST, PORT)"')
  if (!nodes.some(({ holdsShards }) => holdsShards))
    problems.push('there is no worker: run "select citus_add_node(HOST, PORT)"')
  return problems
}

async function planWith(db: Database): Promise<DistributionPlan> {
  const refusals = await findClusterProblems(db)
  const nothing = { steps: [], lacksTwoPhase: false, done: 0 }
  if (refusals.length > 0) return { ...nothing, refusals }
  const missing = await missingMigrations(db)
  if (missing.length > 0) return { ...nothing, refusals: [`migrations are missing: run "kerf migrate"`] }
  const tables = new Map((await listPlacedTables(db)).map(table => [table.table, table]))
  const steps: DistributionStep[] = []
  let done = 0
  for (const [name, { placement }] of tableEntries()) {
    const table = tables.get(name)
    if (!table) refusals.push(`table ${name} does not exist`)
    else if (isPlaced(table, placement)) done++
    else {
      refusals.push(...findObstacles(table, placement))
      steps.push({
        table: name,
        placement: placement.kind,
        ...('column' in placement && { column: placement.column }),
        ...(table.type !== null && { from: table.type }),
      })
    }
  }
  if (steps.length > 0 && (await listServerProcesses(db)).length > 0)
    refusals.push('servers are connected: stop them until the database is distributed')
  return { steps, lacksTwoPhase: (await findTwoPhaseTrigger(db)).length === 0, done, refusals }
}

/** The tables that a run of `distribute` would still move, of a database where at least one is distributed. */
export async function findUndistributed(db: Database): Promise<{ tables: string[]; lacksTwoPhase: boolean }> {
  const placed = await listPlacedTables(db)
  if (placed.every(({ type }) => type === null)) return { tables: [], lacksTwoPhase: false }
  const tables = new Map(placed.map(table => [table.table, table]))
  const unplaced = tableEntries().filter(([name, { placement }]) => {
    const table = tables.get(name)
    return table && !isPlaced(table, placement)
  })
  return {
    tables: unplaced.map(([name]) => name),
    lacksTwoPhase: (await findTwoPhaseTrigger(db)).length === 0,
  }
}

export const planDistribution = (env: Environment, root: string): Promise<DistributionPlan> =>
  withOwner(env, root, planWith, COMMAND_TIMEOUTS)

async function placeTable(db: Database, step: DistributionStep, shards: number): Promise<void> {
  const { table, placement, column = '', from } = step
  await db.transaction(async tx => {
    if (from !== undefined) await undistributeTable(tx, { table })
    if (placement === 'coordinator') return
    if (placement === 'reference') await copyToAllNodes(tx, { table })
    else {
      await setShardCount(tx, { shards })
      await distributeTable(tx, { table, column, beside: shardsBeside(step) })
    }
  })
}

/** Rows of one account are on one shard. */
function shardsBeside({ table, placement }: DistributionStep): string {
  if (placement === 'keyed') return 'default'
  return table === 'account' ? 'none' : 'account'
}

export interface Distributed {
  readonly changed: readonly string[]
  readonly refusals: readonly string[]
}

/**
 * Distributes the tables that are not yet distributed. `shards`: number of parts of a table; a part can be moved to another machine.
 * `report` receives a line for each table. Does nothing if there is a refusal.
 */
export function distribute(
  env: Environment,
  root: string,
  report: (message: string) => void,
  shards: number,
): Promise<Distributed> {
  return withOwner(
    env,
    root,
    async db => {
      const { steps, lacksTwoPhase, refusals } = await planWith(db)
      if (refusals.length > 0) return { changed: [], refusals }
      // Servers of the former version may have started sessions whose tokens do not name their account.
      if (steps.some(({ table }) => table === 'session')) await addMissingSessionRoutes(db)
      if ((await findClosedRole(db)).length > 0) await openServingRole(db)
      for (const [index, step] of steps.entries()) {
        report(`${index + 1}/${steps.length} ${step.table}: ${describeStep(step)}`)
        await placeTable(db, step, shards)
      }
      if (lacksTwoPhase) {
        report('changes and their audit rows commit in two phases from now on')
        await db.transaction(demandTwoPhaseCommit)
      }
      return { changed: steps.map(({ table }) => table), refusals: [] }
    },
    COMMAND_TIMEOUTS,
  )
}

export function describeStep({ placement, column, from }: DistributionStep): string {
  const to = {
    account: `distributed by ${column}`,
    keyed: `distributed by ${column}`,
    reference: 'complete on every node',
    coordinator: 'on the coordinator',
  }[placement]
  return from === undefined ? to : `${to}, until now ${from}`
}
