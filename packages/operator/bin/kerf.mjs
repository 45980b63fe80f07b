#!/usr/bin/env node
// The installed command: the same as `npm run -s kerf --`, which finds the Node it needs.
process.argv.splice(2, 0, 'kerf')
await import('../../../scripts/run.mjs')
