/** Checks that a release of this tree can be packed: `npm run release` ends where a part is larger than its limit. */
import { findOversizedParts } from '../release/production-tree.mjs'

const findings = findOversizedParts()
for (const finding of findings) console.error(finding)
process.exitCode = findings.length > 0 ? 1 : 0
