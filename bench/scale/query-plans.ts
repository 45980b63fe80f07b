/** Query plans of the product's statements, and the ones that read a whole table that grows with the accounts. */
import type pg from 'pg'
import type { RecordedStatement } from './record-statements.ts'

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

export interface StatementPlan {
  readonly name: string
  /** `custom`: for the recorded arguments; `generic`: for any, as a connection plans after some executions */
  readonly kind: 'custom' | 'generic'
  /** nodes that access tables, in short */
  readonly accesses: readonly string[]
  /** scans of whole tables that grow */
  readonly scans: readonly string[]
}

/** A table grows if it has a row for so many accounts. The others are written by operators. */
const GROWING_SHARE = 1 / 200
/** Fewer pages are read as a whole by right. */
const PAGES_MIN = 64

/** Names of the tables, and of the partitions, that grow with the accounts. */
export async function listGrowingTables(client: pg.Client, accounts: number): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= $1 and relpages >= $2`,
    [accounts * GROWING_SHARE, PAGES_MIN],
  )
  return new Set(rows.map(({ name }) => name))
}

const describe = (plan: Plan): string =>
  `${plan['Node Type']} of ${plan['Relation Name']}${plan['Index Name'] ? ` by ${plan['Index Name']}` : ''}`

/** An index scan without a condition is bounded by the limit above it, unless a sort needs all rows. */
function readPlan(
  plan: Plan,
  growing: ReadonlySet<string>,
  isLimited = false,
): { accesses: string[]; scans: string[] } {
  const limited = isLimited || plan['Node Type'] === 'Limit'
  const below = (plan.Plans ?? []).map(child =>
    readPlan(child, growing, limited && plan['Node Type'] !== 'Sort'),
  )
  const accesses = below.flatMap(one => one.accesses)
  const scans = below.flatMap(one => one.scans)
  const relation = plan['Relation Name']
  if (relation === undefined) return { accesses, scans }
  const isWhole =
    plan['Node Type'] === 'Seq Scan' ||
    (/^Index(?: Only)? Scan$/.test(plan['Node Type']) && plan['Index Cond'] === undefined && !limited)
  const isModification = plan['Node Type'] === 'ModifyTable'
  return {
    accesses: isModification ? accesses : [...accesses, describe(plan)],
    scans: isWhole && growing.has(relation) ? [...scans, describe(plan)] : scans,
  }
}

/** `GENERIC_PLAN` needs PostgreSQL 16, which the embedded one is. */
export async function explainStatements(
  client: pg.Client,
  statements: readonly RecordedStatement[],
  growing: ReadonlySet<string>,
): Promise<StatementPlan[]> {
  const plans: StatementPlan[] = []
  for (const { name, text, values } of statements) {
    if (!/^\s*(?:with|select|insert|update|delete)/i.test(text)) continue
    for (const kind of ['custom', 'generic'] as const) {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        kind === 'custom'
          ? { text: `explain (format json) ${text}`, values: [...values] }
          : `explain (format json, generic_plan) ${text}`,
      )
      const read = (rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => readPlan(Plan, growing))
      plans.push({
        name,
        kind,
        accesses: [...new Set(read.flatMap(one => one.accesses))],
        scans: [...new Set(read.flatMap(one => one.scans))],
      })
    }
  }
  return plans
}
