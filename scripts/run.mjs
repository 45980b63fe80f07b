#!/usr/bin/env node
// The one entry of every npm script. It needs nothing but Node 20 or newer: it installs what is missing,
// brings the build up to date and hands over to Node 26. Everything it says itself goes to standard error.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Kerf Passport needs Node 20 or newer to start; this is Node ${process.versions.node}.`)
  process.exit(1)
}

const commands = ['start', 'serve', 'dev', 'build', 'check', 'test', 'e2e', 'bench', 'gallery', 'kerf']
const [name = '', ...args] = process.argv.slice(2)
if (!commands.includes(name)) {
  console.error(`usage: node scripts/run.mjs ${commands.join('|')} [arguments]`)
  process.exit(2)
}

try {
  const { run } = await import(`./commands/${name}.mjs`)
  process.exitCode = await run(args)
} catch (error) {
  const { Refusal } = await import('./bootstrap/refusal.mjs')
  console.error(error instanceof Refusal ? error.message : error)
  process.exitCode = 1
}
