import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = new URL('./thread-pool.ts', import.meta.url)

/** Priorities of a process that has used its pool of three threads; a lowered priority cannot be raised again. */
const PROGRAM = `
  import os from 'node:os'
  import { readdirSync, readFileSync } from 'node:fs'
  import { readFile } from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  import { lowerThreadPoolPriority } from ${JSON.stringify(MODULE.href)}
  const { getPriority } = os
  if (process.argv[1] === 'forbidden') {
    os.setPriority = () => { throw new Error('EPERM') }
    syncBuiltinESMExports()
  }
  await readFile('/proc/self/comm')
  lowerThreadPoolPriority()
  const of = id => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim()
  const ids = readdirSync('/proc/self/task')
  const prioritiesOf = select => ids.filter(id => select(of(id))).map(id => getPriority(Number(id)))
  console.log(JSON.stringify({
    main: getPriority(process.pid),
    pool: prioritiesOf(name => name === 'libuv-worker'),
    others: prioritiesOf(name => name !== 'libuv-worker'),
  }))`

async function readPriorities(...options: string[]) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM, ...options],
    { env: { ...process.env, UV_THREADPOOL_SIZE: '3' } },
  )
  return JSON.parse(stdout)
}

test.runIf(process.platform === 'linux')(
  'threads of the pool leave the processor to the event loop',
  async () => {
    const { main, pool, others } = await readPriorities()
    expect(pool).toEqual([main + 10, main + 10, main + 10])
    expect(new Set(others)).toEqual(new Set([main]))
  },
)

test.runIf(process.platform === 'linux')(
  'priorities stay as they are where the system forbids changing them',
  async () => {
    const { main, pool } = await readPriorities('forbidden')
    expect(pool).toEqual([main, main, main])
  },
)
