/**
 * Compares what each SQL statement declares to ask of a distributed database with its text: a statement that names no account and
 * no key would ask every shard. Only statements that are rare by their reason may declare that.
 */
import { findScopeErrors } from '../../packages/server/src/platform/db/statement-scope.ts'
import { loadStatements } from '../../packages/server/test/support/load-statements.ts'

const errors = findScopeErrors(await loadStatements())
for (const error of errors) console.error(error)
process.exitCode = errors.length > 0 ? 1 : 0
