import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { BusyError } from '../platform/concurrency/limit-concurrency.ts'
import { createUploadMemory } from './upload-memory.ts'

const MEBIBYTE = 1024 * 1024

/** A request for an upload. `end`: the answer was sent, or the connection lost. */
function createUpload(bytes: number) {
  const raw = new EventEmitter()
  const request = { headers: { 'content-length': String(bytes) } } as unknown as FastifyRequest
  return { request, reply: { raw } as unknown as FastifyReply, end: () => raw.emit('close') }
}

test('reserving and releasing takes no time for each byte', async () => {
  const memory = createUploadMemory()
  const before = process.cpuUsage()
  for (let round = 0; round < 100; round++) {
    const { request, reply, end } = createUpload(5_000_000)
    await memory.reserve(request, reply, `account ${round}`, 5_000_000)
    expect(memory.reservedBytes()).toBe(5_000_000)
    end()
    await expect.poll(memory.reservedBytes).toBe(0)
  }
  const { user, system } = process.cpuUsage(before)
  // A loop over the bytes takes 10 s and more.
  expect((user + system) / 1_000_000).toBeLessThan(5)
})

test('an account gets a quarter, all accounts together the whole; what waits too long is refused', async () => {
  const memory = createUploadMemory(64 * MEBIBYTE, 50)
  const reserve = (uid: string) => {
    const { request, reply } = createUpload(5 * MEBIBYTE)
    return memory.reserve(request, reply, uid, 5 * MEBIBYTE)
  }
  for (const uid of ['a', 'b', 'c', 'd']) for (let upload = 0; upload < 3; upload++) await reserve(uid)
  await expect(reserve('a')).rejects.toBeInstanceOf(BusyError)
  await expect(reserve('e')).rejects.toBeInstanceOf(BusyError)
  expect(memory.reservedBytes()).toBe(60 * MEBIBYTE)
})
