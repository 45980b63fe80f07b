import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { startTestServer } from '../support/test-server.ts'

test.runIf(process.platform === 'linux')('starts one hashing thread per core, at least two', async () => {
  const server = await startTestServer({ processes: 1 })
  const threads = `/proc/${server.processes[0]?.child.pid}/task`
  const names = readdirSync(threads).map(id => readFileSync(`${threads}/${id}/comm`, 'utf8').trim())
  expect(names.filter(name => name === 'libuv-worker')).toHaveLength(Math.max(2, availableParallelism()))
  await server.close()
})
