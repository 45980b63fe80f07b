#!/usr/bin/env node
// Entry point of every npm script. Needs only Node 20 or newer: installs missing packages, brings the build up to date
// and runs the command in Node 26. Its own output goes to standard error.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Kerf Passport needs Node 20 or newer to start; this is Node ${process.versions.node}.`)
  process.exit(1)
}

const COMMANDS = [
  'start',
  'serve',
  'console',
  'dev',
  'build',
  'check',
  'test',
  'test-watch',
  'e2e',
  'bench',
  'drill',
  'interop',
  'engines',
  'gallery',
  'fuzz',
  'courses',
  'marks',
  'typeface',
  'pack',
  'release',
  'sdk',
  'kerf',
]
const [name = '', ...args] = process.argv.slice(2)
if (!COMMANDS.includes(name)) {
  console.error(`usage: node scripts/run.mjs ${COMMANDS.join('|')} [arguments]`)
  process.exit(2)
}

try {
  const { PROGRAMS } = await import('./commands/programs.mjs')
  const run = PROGRAMS[name] ?? (await import(`./commands/${name}.mjs`)).run
  process.exitCode = await run(args)
} catch (error) {
  const { UserError } = await import('./bootstrap/user-error.mjs')
  console.error(error instanceof UserError ? error.message : error)
  process.exitCode = 1
}
