#!/usr/bin/env node
// The installed command. Like `npm run -s kerf --`, it finds the Node version it needs.
process.argv.splice(2, 0, 'kerf')
await import('../../../scripts/run.mjs')
