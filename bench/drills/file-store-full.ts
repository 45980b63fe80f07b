/** A full file store refuses uploads only, says so, and heals by itself (P-38). Needs root: it mounts a small file system. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import sharp from 'sharp'
import { checkInstallation } from '../../packages/server/src/operations/installation/check-installation.ts'
import { addCleanUp } from '../harness/clean-up.ts'
import { atMost } from '../harness/figures.ts'
import { createInstallation, createTemporaryFolder } from '../harness/installation.ts'
import { root } from '../harness/processes.ts'
import { startServer } from '../harness/server-process.ts'
import { type Drill, violations } from './drill.ts'
import { createClient } from './workload/client.ts'
import { seedPeople } from './workload/people.ts'

const SIZE_MIB = 8
const UPLOADS = 10
const SIDE_PX = 512

export const drill: Drill = {
  title: 'the file store is full, DATA_DIR and the database are not',
  promises: ['P-38', 'P-07'],
  async run({ say }) {
    const store = join(createTemporaryFolder(), 'files')
    mkdirSync(store)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m`, 'none', store], { stdio: 'pipe' })
    } catch {
      throw new Error('This drill mounts a small file system: run it as root')
    }
    addCleanUp(() => execFileSync('umount', ['-l', store]))
    const installation = await createInstallation()
    const env = { ...installation.env, FILE_STORE: store }
    const server = await startServer(env)
    const people = await seedPeople(installation, 2 * UPLOADS + 2)
    const client = createClient(server.url)
    const picture = await sharp({
      create: { width: SIDE_PX, height: SIDE_PX, channels: 3, background: '#a40' },
    })
      .png()
      .toBuffer()
    let uploads = 0
    const upload = async () => {
      const { token = '' } = people[uploads % people.length] ?? {}
      // Each in a network of its own.
      const ip = `203.0.${++uploads}.7`
      const response = await fetch(server.url + uploadHeadpic.path, {
        method: uploadHeadpic.method,
        headers: { 'content-type': 'image/png', [TOKEN_HEADER]: token, 'x-forwarded-for': ip },
        body: picture,
      })
      const { code } = (await response.json()) as { code: number }
      return { status: response.status, code, retryAfter: response.headers.get('retry-after') }
    }
    const freeBytes = async (): Promise<number> => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      return Number(/^kerf_file_store_free_bytes (\S+)$/m.exec(text)?.[1])
    }
    const doctor = async () =>
      (await checkInstallation({ ...env, NODE_ENV: 'test' }, root)).find(({ name }) => name === 'file store')
    const first = await upload()
    const freeBefore = await freeBytes()
    const ballast = join(store, 'ballast')
    const { bavail, bsize } = statfsSync(store)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize))
    const refused = []
    for (let index = 0; index < UPLOADS; index++) refused.push(await upload())
    const checks = await Promise.all(
      people.map(({ token }) => client.call(getBasicInfo, undefined, { token })),
    )
    const freeWhenFull = await freeBytes()
    const words = await doctor()
    say(`doctor: ${words?.status} ${words?.message}`)
    rmSync(ballast)
    const freed = performance.now()
    let healed = await upload()
    while (healed.code !== 0 && performance.now() - freed < 60_000) {
      await sleep(200)
      healed = await upload()
    }
    const healedSeconds = (performance.now() - freed) / 1_000
    client.close()
    const bare = refused.filter(
      ({ status, code, retryAfter }) => status !== 503 || code !== 20_901 || retryAfter === null,
    )
    return [
      violations('P-38', 'uploads refused before', first.code === 0 ? 0 : 1, `${first.status} ${first.code}`),
      violations(
        'P-38',
        'answers other than 503 with 20901 and Retry-After',
        bare.length,
        `of ${UPLOADS}: ${[...new Set(refused.map(({ status, code }) => `${status} ${code}`))].join(', ')}`,
      ),
      violations(
        'P-07',
        'session checks refused meanwhile',
        checks.filter(({ code }) => code !== 0).length,
        `of ${checks.length}`,
      ),
      violations(
        'P-38',
        'kerf doctor does not name the store',
        words?.status === 'failed' && words.message.includes(store) ? 0 : 1,
      ),
      {
        promise: 'P-38',
        name: 'kerf_file_store_free_bytes when full',
        value: freeWhenFull,
        limit: atMost(0),
        note: `${freeBefore} before`,
      },
      {
        promise: 'P-38',
        name: 'space is back: an upload succeeds after',
        value: healedSeconds,
        unit: 's',
        limit: atMost(60),
      },
    ]
  },
}
