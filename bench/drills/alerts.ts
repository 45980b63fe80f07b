/** Each alert rule fires when what it is about happens to real servers, and is resolved when that is over. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { login } from '@kerf/contract/endpoints/sign-in'
import { startWatchSession } from '@kerf/contract/endpoints/training'
import { sendVerificationCode, verifyEmail } from '@kerf/contract/endpoints/verification'
import { issueUnlockPassword, requestUnlock } from '@kerf/contract/endpoints/welder'
import pg from 'pg'
import { addCleanUp } from '../harness/clean-up.ts'
import { atMost, formatNumber } from '../harness/figures.ts'
import { startMailServer } from '../harness/installation.ts'
import { residentMemory } from '../harness/memory.ts'
import { clientAddress } from '../load/run-load.ts'
import { type Drill, type Finding, violations } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { alertNames, startPrometheus } from './topology/prometheus.ts'
import { createStandbyInstallation } from './topology/standby.ts'
import { startFaultProxy, throughProxy } from './topology/tcp-fault-proxy.ts'
import { createClient } from './workload/client.ts'
import { PASSWORD, seedPeople } from './workload/people.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const CHECKS_PER_SECOND = 20
/** Enough that no account reaches its limit of logins. */
const PEOPLE = 3_000
const CONCURRENT_CALLS = 60
/** More password hashes than the cores can compute. At a steady rate: refused people would otherwise all try again at the same moment. */
const LOGINS_PER_SECOND = 300
const ARRIVALS_PER_SECOND = 50
/**
 * Rules over times that no short run has: those of backups and of operators, whose events count for an hour; and of a disk, which
 * `file-store-full` fills. Their tests for promtool fire them.
 */
const ONLY_PROMTOOL: ReadonlySet<string> = new Set([
  ...['KerfBackupOld', 'KerfBackupFails', 'KerfFileStoreFull'],
  ...['KerfBreakGlass', 'KerfBrowsing'],
])
const FIRE_TIMEOUT_MS = 120_000
const RESOLVE_TIMEOUT_MS = 120_000
const POLL_MS = 250
/** More than the 20 that the rule adds to three times the usual number. */
const UNLOCKS = 40
const AVATAR_BYTES = 4_700_000
const UPLOADS = 16
/** Less than the uploads in progress may take. */
const MEMORY_GROWTH_BYTES = 48 * 1024 * 1024
const IDLE_CONNECTIONS = 90
/** Fewer than the idle connections, more than calls need. */
const OPEN_FILES_GROWTH = 60

/** What makes a rule fire. Resolves with what ends it. */
type Cause = () => Promise<() => Promise<void> | void>

/** Repeats calls in so many loops until the returned function is called. */
function keepCalling(loops: number, call: (loop: number) => Promise<unknown>): () => Promise<void> {
  let stopped = false
  const running = Array.from({ length: loops }, async (_, loop) => {
    while (!stopped) {
      await call(loop)
      await sleep(1)
    }
  })
  return async () => {
    stopped = true
    await Promise.all(running)
  }
}

/** Uploads that never end, as many as the server accepts at once. */
function holdUploads(url: string, people: readonly { readonly token: string }[]): () => void {
  const uploads = people.slice(0, UPLOADS).map(({ token }) => {
    const upload = request(`${url}/v1/user/headpic/file`, {
      method: 'POST',
      headers: { 'content-type': 'image/png', 'content-length': AVATAR_BYTES, utoken: token },
    })
    upload.on('error', () => undefined)
    upload.write(Buffer.alloc(AVATAR_BYTES - 1))
    return upload
  })
  return () => {
    for (const upload of uploads) upload.destroy()
  }
}

/** Connections that never send a request. */
function holdConnections(url: string): () => void {
  const { hostname, port } = new URL(url)
  const connections = Array.from({ length: IDLE_CONNECTIONS }, () =>
    connect(Number(port), hostname).on('error', () => undefined),
  )
  return () => {
    for (const connection of connections) connection.destroy()
  }
}

/** The share of the file descriptors a process may open that it uses with `growth` more. */
function openFilesShare(pid: number, growth: number): number {
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? []
  return (readdirSync(`/proc/${pid}/fd`).length + growth) / Number(limit)
}

export const drill: Drill = {
  title: 'each alert rule is fired by its symptom and resolved (times divided by 60)',
  promises: ['P-29'],
  async run({ say, keep }) {
    if (!existsSync(LIBRARY))
      throw new Error('This drill needs libfaketime. Install it: apt-get install libfaketime')
    const installation = await createStandbyInstallation()
    const owner = new pg.Client({ connectionString: installation.databaseUrl })
    owner.on('error', () => undefined)
    await owner.connect()
    addCleanUp(() => owner.end())
    const smtp = await startMailServer()
    const proxyOf = (url: string) => startFaultProxy(Number(new URL(url).port))
    const database = await proxyOf(installation.databaseUrl)
    const mail = await proxyOf(smtp.url)
    const replica = await proxyOf(installation.replicaUrl)
    const clock = join(installation.dataDir, 'clock')
    writeFileSync(clock, '+0\n')
    const { url, nodes } = await startNodes(
      {
        ...installation.env,
        // Outside production, so that codes need no human check.
        NODE_ENV: 'test',
        HUMAN_CHECK: 'off',
        CODES_PER_ADDRESS: '1000000',
        MAIL_SLOTS: '1',
        MAIL_URL: throughProxy(smtp.url, mail),
        DATABASE_URL: throughProxy(installation.databaseUrl, database),
        DATABASE_REPLICA_URL: throughProxy(installation.replicaUrl, replica),
      },
      [
        {},
        {
          LD_PRELOAD: LIBRARY,
          FAKETIME_TIMESTAMP_FILE: clock,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          DONT_FAKE_MONOTONIC: '1',
        },
      ],
    )
    const [a, b] = nodes
    const people = await seedPeople(installation, PEOPLE)
    const personOf = (index: number) => people[index % PEOPLE] as (typeof people)[number]
    const client = createClient(url)
    let checks = 0
    const checking = setInterval(() => {
      void client.call(getBasicInfo, undefined, { token: personOf(++checks).token })
    }, 1_000 / CHECKS_PER_SECOND)
    addCleanUp(() => clearInterval(checking))

    const usedBytes = async () => (await residentMemory(a.server?.pid ?? 0)) * 1024 * 1024
    const memoryLimit = (await usedBytes()) + MEMORY_GROWTH_BYTES
    const openFilesLimit = openFilesShare(a.server?.pid ?? 0, OPEN_FILES_GROWTH)
    const prometheus = await startPrometheus(
      installation.dataDir,
      nodes.map(({ port }) => `127.0.0.1:${port}`),
      rules =>
        rules
          .replace(/(process_resident_memory_bytes.*\)) > [\d.e]+/, `$1 > ${Math.round(memoryLimit)}`)
          .replace(/(process_max_fds\S+) > [\d.]+/, `$1 > ${openFilesLimit}`),
    )

    const requestCodes = (name: string): (() => Promise<void>) => {
      let count = 0
      return keepCalling(1, async () => {
        const email = `${name}${++count}@drill.example`
        const { data } = await client.call(verifyEmail, { email, scene: 'register' })
        await client.call(sendVerificationCode, { receiver: email, nonce: data?.nonce ?? '', ticket: 'any' })
        await sleep(500)
      })
    }
    const holdRow = async (text: string, values: unknown[]): Promise<() => Promise<void>> => {
      await owner.query('begin')
      await owner.query(text, values)
      return async () => void (await owner.query('rollback'))
    }

    /** They would be tried again for minutes. */
    const discardFailedJobs = () =>
      owner.query(`delete from graphile_worker._private_jobs where attempts > 0 and locked_at is null`)

    const causes: Readonly<Record<string, Cause>> = {
      async KerfDown() {
        await b.kill()
        return () => b.start()
      },
      async KerfErrors() {
        database.setState('cut')
        return () => database.setState('open')
      },
      async KerfSlow() {
        database.delayMs = 700
        return () => {
          database.delayMs = 0
        }
      },
      async KerfDatabasePoolFull() {
        const release = await holdRow('select from account where uid = any($1) for update', [
          people.map(({ uid }) => uid),
        ])
        const stop = keepCalling(CONCURRENT_CALLS, loop =>
          client.call(setOtherInfo, { nickname: `Maker ${loop}` }, { token: personOf(loop).token }),
        )
        return async () => {
          await release()
          await stop()
        }
      },
      async KerfOpenFiles() {
        const release = holdConnections(a.url)
        return async () => release()
      },
      async KerfPasswordQueue() {
        // Not through the proxy: all would have its network address, and a network may have at most 100 tries in progress.
        const visitors = createClient(a.url)
        let logins = 0
        const running = new Set<Promise<unknown>>()
        const arrivals = setInterval(() => {
          for (let arrival = 0; arrival < LOGINS_PER_SECOND / ARRIVALS_PER_SECOND; arrival++) {
            logins++
            const ip = clientAddress(logins << 8)
            const { email } = personOf(logins)
            const call = visitors.call(login, { email, password: PASSWORD }, { ip })
            running.add(call)
            void call.finally(() => running.delete(call))
          }
        }, 1_000 / ARRIVALS_PER_SECOND)
        return async () => {
          clearInterval(arrivals)
          await Promise.all(running)
          visitors.close()
        }
      },
      async KerfEventLoopBlocked() {
        const pid = a.server?.pid ?? 0
        const stop = keepCalling(1, async () => {
          process.kill(pid, 'SIGSTOP')
          await sleep(400)
          process.kill(pid, 'SIGCONT')
          await sleep(150)
        })
        return stop
      },
      async KerfMailLate() {
        mail.setState('silent')
        const stop = requestCodes('late')
        return async () => {
          await stop()
          mail.setState('open')
          await discardFailedJobs()
        }
      },
      async KerfJobsLate() {
        await owner.query(
          `select graphile_worker.add_job('remove_files', '{"files":[]}', run_at => now() + interval '3 seconds')`,
        )
        // Workers skip a row that somebody else has locked.
        return holdRow(
          `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
            where t.identifier = 'remove_files' for update of j`,
          [],
        )
      },
      async KerfJobsFail() {
        mail.setState('cut')
        const stop = requestCodes('failing')
        return async () => {
          await stop()
          mail.setState('open')
        }
      },
      async KerfMailFails() {
        mail.setState('cut')
        const stop = requestCodes('refused')
        return async () => {
          await stop()
          mail.setState('open')
          await discardFailedJobs()
        }
      },
      async KerfMailBlocked() {
        smtp.refuse = { at: 'MAIL FROM', code: 554, text: '5.7.1 sender not verified' }
        const stop = requestCodes('blocked')
        return async () => {
          await stop()
          smtp.refuse = undefined
          await discardFailedJobs()
        }
      },
      async KerfMailRefused() {
        smtp.refuse = { code: 550, text: '5.7.26 not authenticated' }
        const stop = requestCodes('unwanted')
        return async () => {
          await stop()
          smtp.refuse = undefined
        }
      },
      async KerfReplica() {
        replica.setState('cut')
        return () => replica.setState('open')
      },
      async KerfClockSkew() {
        writeFileSync(clock, '+5m\n')
        return () => writeFileSync(clock, '+0\n')
      },
      async KerfMemory() {
        const stop = holdUploads(a.url, people)
        return async () => {
          stop()
          // The runbook's last step.
          await a.stop()
          await a.start()
        }
      },
      async KerfUnlockRate() {
        // Not through the proxy, which would give all of them its own client's address.
        const visitors = createClient(a.url)
        for (let machine = 0; machine < UNLOCKS; machine++) {
          // A visitor unlocks few machines, and so does a network.
          const ip = clientAddress((machine + 1) << 16)
          const input = { course: 'welder', lesson: 'unlock' } as const
          const { cookies, data } = await visitors.call(startWatchSession, input, { ip })
          const cookie = cookies.find(line => line.includes('kerfWatch='))?.split(';')[0] ?? ''
          await owner.query('update visitor_watch set finished_at = now() where id = $1', [data?.watch])
          const sn = `KLW${String(machine).padStart(20, '0')}`
          const requested = await visitors.call(
            requestUnlock,
            // So many machines at once need a human check, which is off.
            { sn, lightSource: '1200W', ticket: 'any' },
            { cookie, ip },
          )
          const { code } = await visitors.call(
            issueUnlockPassword,
            { token: requested.data?.token ?? '' },
            { ip },
          )
          if (code !== 0) throw new Error(`an unlock password was refused: ${requested.code}, ${code}`)
        }
        visitors.close()
        return () => undefined
      },
    }

    const findings: Finding[] = []
    const times: { alert: string; fired: number; resolved: number }[] = []
    const waitUntil = async (alert: string, fires: boolean, timeoutMs: number): Promise<number> => {
      const begun = performance.now()
      while ((await prometheus.firing()).has(alert) !== fires)
        if (performance.now() - begun > timeoutMs) return Number.POSITIVE_INFINITY
        else await sleep(POLL_MS)
      return (performance.now() - begun) / 1_000
    }
    for (const alert of alertNames()) {
      if (ONLY_PROMTOOL.has(alert)) continue
      const cause = causes[alert]
      if (cause === undefined) throw new Error(`the drill knows no cause of ${alert}`)
      // What another cause has left behind is over.
      await waitUntil(alert, false, RESOLVE_TIMEOUT_MS)
      const begun = performance.now()
      const end = await cause()
      const firing = await waitUntil(alert, true, FIRE_TIMEOUT_MS)
      const fired = Number.isFinite(firing) ? (performance.now() - begun) / 1_000 : firing
      const ending = performance.now()
      await end()
      const quiet = await waitUntil(alert, false, RESOLVE_TIMEOUT_MS)
      const resolved = Number.isFinite(quiet) ? (performance.now() - ending) / 1_000 : quiet
      times.push({ alert, fired, resolved })
      say(`${alert}: fires after ${formatNumber(fired)} s, resolved after ${formatNumber(resolved)} s`)
      findings.push({
        promise: 'P-29',
        name: `${alert}: seconds until it fires`,
        value: fired,
        unit: 's',
        limit: atMost(FIRE_TIMEOUT_MS / 1_000),
        note: `resolved after ${formatNumber(resolved)} s`,
      })
    }
    client.close()
    keep('times', times)
    return [
      ...findings,
      violations(
        'P-29',
        'rules that do not fire, or are not resolved',
        times.filter(({ fired, resolved }) => !Number.isFinite(fired + resolved)).length,
        `of ${times.length}`,
      ),
    ]
  },
}
