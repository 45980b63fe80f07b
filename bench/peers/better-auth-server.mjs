// A server with better-auth on node:http: email and password, its defaults of production, and the pool size and hash of our server.
// Arguments: port, folder whose node_modules holds better-auth, URL of the database, secret.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { hash, verify } from '@node-rs/argon2'
import pg from 'pg'

const ARGON2ID = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

const [port, folder, connectionString, secret] = process.argv.slice(2)
const { resolve } = createRequire(`${folder}/package.json`)
const load = name => import(pathToFileURL(resolve(name)).href)
const { betterAuth } = await load('better-auth')
const { toNodeHandler } = await load('better-auth/node')

const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port}`,
  secret,
  database: new pg.Pool({ connectionString, max: 10 }),
  telemetry: { enabled: false },
  emailAndPassword: {
    enabled: true,
    password: {
      hash: password => hash(password, ARGON2ID),
      verify: ({ hash: stored, password }) => verify(stored, password),
    },
  },
})
if (process.env.PEER_MIGRATE) {
  const { getMigrations } = await load('better-auth/db/migration')
  const { runMigrations } = await getMigrations(auth.options)
  await runMigrations()
}

const handle = toNodeHandler(auth)
const server = createServer((request, response) => {
  if (request.url === '/healthz') response.end('{"status":"ok"}')
  else void handle(request, response)
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
