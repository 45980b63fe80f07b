/**
 * Compares the declared scope of each SQL statement with its text. A statement that names neither an account nor a key needs every
 * shard of a distributed database, and must declare that with a reason.
 */
import { findScopeErrors } from '../../packages/server/src/platform/cluster/statement-scope.ts'
import { loadStatements } from '../../packages/server/test/support/load-statements.ts'

const errors = findScopeErrors(await loadStatements())
for (const error of errors) console.error(error)
process.exitCode = errors.length > 0 ? 1 : 0
