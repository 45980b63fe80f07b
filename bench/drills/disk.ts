/** A full disk of the database leaves nothing half written and heals by itself (P-12). Needs root: it mounts a small file system. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addCleanUp } from '../harness/clean-up.ts'
import { atMost } from '../harness/figures.ts'
import { createInstallation, createTemporaryFolder } from '../harness/installation.ts'
import { type Drill, violations } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { refusalFindings } from './workload/answers.ts'
import { verificationFindings, verifyAcknowledged } from './workload/verify.ts'
import { startWorkload, WRITE_MIX } from './workload/workload.ts'

const RATE = 50
const SIZE_MIB = 500
const FULL_MS = 20_000
const OBSERVED_MS = 60_000

export const drill: Drill = {
  title: `the disk of PostgreSQL and of the files is full for ${FULL_MS / 1_000} s at ${RATE} calls a second`,
  promises: ['P-12', 'P-07'],
  async run({ say, keep }) {
    const volume = join(createTemporaryFolder(), 'volume')
    mkdirSync(volume)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MIB}m,mode=711`, 'none', volume], {
        stdio: 'pipe',
      })
    } catch {
      throw new Error('This drill mounts a small file system: run it as root')
    }
    addCleanUp(() => execFileSync('umount', ['-l', volume]))
    const dataDir = join(volume, 'data')
    mkdirSync(dataDir, { mode: 0o711 })
    const installation = await createInstallation(dataDir)
    const { url, nodes } = await startNodes(installation.env)
    const workload = await startWorkload(installation, { url, rate: RATE, mix: { ...WRITE_MIX, check: 20 } })
    await sleep(4_000)
    const ballast = join(volume, 'ballast')
    const fill = (): void => {
      const { bavail, bsize } = statfsSync(volume)
      try {
        if (bavail > 0) writeFileSync(ballast, Buffer.alloc(bavail * bsize), { flag: 'a' })
      } catch {
        // Full.
      }
    }
    const from = workload.now()
    while (workload.now() - from < FULL_MS) {
      fill()
      await sleep(200)
    }
    rmSync(ballast)
    const freed = workload.now()
    const isBack = () =>
      workload.records.filter(({ at, code, act }) => at > freed && code === 0 && act !== 'check').length >=
      RATE
    while (!isBack() && workload.now() - freed < OBSERVED_MS * 2) await sleep(100)
    const healedSeconds = (workload.now() - freed) / 1_000
    await sleep(3_000)
    await workload.stop()
    const full = workload.records.filter(({ at }) => at > from && at < freed)
    const refused = full.filter(({ code }) => code !== 0)
    say(`${refused.length} of ${full.length} calls refused while the disk was full`)
    keep('refused', refused)
    const verification = await verifyAcknowledged(workload, installation.databaseUrl, installation.keys)
    return [
      {
        promise: 'P-12',
        name: 'space is back: 50 writes have succeeded after',
        value: healedSeconds,
        unit: 's',
        limit: atMost(60),
      },
      violations(
        'P-12',
        'servers that ended',
        nodes.filter(({ server }) => server?.child.exitCode !== null).length,
      ),
      ...refusalFindings('P-12', workload.records),
      ...verificationFindings(verification),
    ]
  },
}
