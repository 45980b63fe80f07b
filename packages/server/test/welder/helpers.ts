/** Helpers of the welder tests: visitors who have watched the course, unlock requests and passwords. */

import { finishWatchSession, reportWatchPosition, startWatchSession } from '@kerf/contract/endpoints/training'
import { issueUnlockPassword, type LightSource, requestUnlock } from '@kerf/contract/endpoints/welder'
import { expect } from 'vitest'
import { cookieOf } from '../support/accounts.ts'
import { type CallOptions, newIpAddress } from '../support/api-call.ts'
import type { TestServer } from '../support/test-server.ts'

/** Length of the lesson in these tests, in milliseconds. */
export const LESSON_MS = 5_000

export interface Browser {
  readonly cookie: string
  readonly ip: string
}

let serials = 0
export const newSerialNumber = (): string => `KLW${String(++serials).padStart(20, '0')}`

export async function startWatching(server: TestServer): Promise<Browser & { watch: string }> {
  const ip = newIpAddress()
  const started = await server.call(startWatchSession, { course: 'welder', lesson: 'arc' }, { ip })
  return { ip, cookie: cookieOf(started, 'kerfWatch'), watch: started.data.watch }
}

/** A visitor's browser that has watched the whole course. */
export async function createTrainedBrowser(server: TestServer): Promise<Browser> {
  const { watch, ...browser } = await startWatching(server)
  await server.sql(`update visitor_watch set beat_at = beat_at - interval '5 seconds' where id = $1`, watch)
  await server.call(reportWatchPosition, { watch, position: LESSON_MS }, browser)
  const finished = await server.call(finishWatchSession, { watch }, browser)
  expect(finished.data).toEqual({ lesson: 'arc', courseFinished: true })
  return browser
}

export const requestPassword = (
  server: TestServer,
  browser: Partial<Browser>,
  sn: unknown,
  {
    lightSource = '1200W',
    ticket,
    work,
    ...options
  }: CallOptions & { lightSource?: unknown; ticket?: string; work?: string } = {},
) =>
  server.call(
    requestUnlock,
    { sn, lightSource, ...(ticket !== undefined && { ticket }), ...(work !== undefined && { work }) },
    { ...browser, ...options },
  )

/** Requests the next password of a machine. */
export async function nextPassword(
  server: TestServer,
  browser: Browser,
  sn: string,
  lightSource: LightSource = '1200W',
): Promise<string> {
  const { data } = await requestPassword(server, browser, sn, { lightSource })
  const { code, data: given } = await server.call(issueUnlockPassword, { token: data.token })
  expect(code).toBe(0)
  return given.password
}
