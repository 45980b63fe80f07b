/**
 * One window of an app that keeps its logins in a folder, which all its windows share: `node app-window.ts ISSUER CLIENT_ID FOLDER`. It
 * refreshes and uses the logins in turn until its parent says `stop`, and answers with its WindowReport.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface WindowReport {
  readonly refreshed: number
  /** without an answer, or with one that says to try again */
  readonly unanswered: number
  /** what the portal said of each login that it refused */
  readonly loggedOut: readonly string[]
}

const TIMEOUT_MS = 5_000
const PAUSE_MS = 40
const RETRY_MS = 200

const [issuer = '', clientId = '', folder = ''] = process.argv.slice(2)
const report = { refreshed: 0, unanswered: 0, loggedOut: [] as string[] }
let isStopped = false
process.on('message', message => {
  if (message === 'stop') isStopped = true
})

const send = (path: string, init: RequestInit): Promise<Response> =>
  fetch(`${issuer}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })

/** A reader sees the old token or the new one, never a part of it. */
function store(file: string, token: string): void {
  const next = `${file}.${process.pid}.new`
  writeFileSync(next, token)
  renameSync(next, file)
}

async function useLogin(file: string): Promise<void> {
  const refresh_token = readFileSync(file, 'utf8')
  const answer = await send('/oidc/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token }),
  })
  const tokens = (await answer.json()) as Record<string, string>
  if (answer.status === 200) {
    report.refreshed++
    store(file, tokens.refresh_token ?? '')
    const used = await send('/oidc/userinfo', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    await used.arrayBuffer()
    // Another window may have replaced the access token's login meanwhile, which leaves it valid.
    if (used.status === 401) report.loggedOut.push('userinfo refused a new access token')
  } else if (answer.status === 400 || answer.status === 401) {
    // Another window may have stored a newer token while this one was refused.
    if (readFileSync(file, 'utf8') === refresh_token)
      report.loggedOut.push(`${tokens.error}: ${tokens.error_description}`)
  } else throw new Error(`status ${answer.status}`)
}

const logins = readdirSync(folder).map(name => join(folder, name))
while (!isStopped) {
  try {
    await useLogin(logins[Math.floor(Math.random() * logins.length)] ?? '')
    await sleep(PAUSE_MS)
  } catch {
    report.unanswered++
    await sleep(RETRY_MS)
  }
}
process.send?.(report satisfies WindowReport)
process.disconnect?.()
