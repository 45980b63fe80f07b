/** Message settings: muting categories of an app (S-115). */
import { getMessageSettings, setMessageSetting, setMessageSettings } from '@kerf/contract/endpoints/message'
import { expect, test } from 'vitest'
import { useTestServer } from '../support/test-server.ts'
import { countsOf, newReader, pageOf, send } from './helpers.ts'

const server = await useTestServer()

const enabled = (settings: readonly { key: string; enabled: boolean }[]) =>
  Object.fromEntries(settings.map(({ key, enabled }) => [key, enabled]))
const ALL = { device: true, system: true, app: true, activity: true }

test('list every category in both languages, with system locked', async () => {
  const { token } = await newReader(server)
  const { data } = await server.call(getMessageSettings, {}, { token })
  expect(data.appCode).toBe('portal')
  expect(enabled(data.settings)).toEqual(ALL)
  expect(data.settings.filter(({ locked }) => locked).map(({ key }) => key)).toEqual(['system'])
  expect(data.settings[0]).toEqual({
    key: 'device',
    category: 'device',
    names: [
      { contentLang: 'en', name: 'Device' },
      { contentLang: 'zh', name: '机器' },
    ],
    enabled: true,
    locked: false,
  })
})

test('mute a category of one app for lists, counts and streams', async () => {
  const reader = await newReader(server)
  const { token } = reader
  await send(server, { audience: `uid:${reader.uid}`, category: 'device' })
  await send(server, { audience: 'all', category: 'device' })
  await send(server, { audience: 'all', category: 'system' })
  const off = await server.call(
    setMessageSetting,
    { appCode: 'portal', key: 'device', enabled: false },
    { token },
  )
  expect(enabled(off.data.settings)).toEqual({ ...ALL, device: false })
  expect(await countsOf(server, reader)).toMatchObject({ all: 1, device: 0, system: 1 })
  expect((await pageOf(server, reader)).items.map(({ category }) => category)).toEqual(['system'])
  const other = await server.call(getMessageSettings, { appCode: 'creative' }, { token })
  expect(enabled(other.data.settings)).toEqual(ALL)
  expect(await countsOf(server, await newReader(server))).toMatchObject({ device: 1 })
  await server.call(setMessageSetting, { appCode: 'portal', key: 'device', enabled: true }, { token })
  expect(await countsOf(server, reader)).toMatchObject({ all: 3, device: 2 })
})

test('change several categories, or none if one is locked', async () => {
  const { token } = await newReader(server)
  const set = (settings: { key: 'device' | 'system' | 'app'; enabled: boolean }[], appCode = 'creative') =>
    server.call(setMessageSettings, { settings, appCode }, { token })
  const both = await set([
    { key: 'device', enabled: false },
    { key: 'app', enabled: false },
  ])
  expect(enabled(both.data.settings)).toEqual({ ...ALL, device: false, app: false })
  for (const locked of [true, false]) {
    const refused = await set([
      { key: 'app', enabled: true },
      { key: 'system', enabled: locked },
    ])
    expect(refused.code).toBe(20102)
    const one = await server.call(
      setMessageSetting,
      { appCode: 'portal', key: 'system', enabled: locked },
      { token },
    )
    expect(one.code).toBe(20102)
  }
  const twice = await set([
    { key: 'app', enabled: true },
    { key: 'app', enabled: false },
  ])
  expect(twice.code).toBe(20001)
  expect((await set([{ key: 'app', enabled: true }], 'nosuchapp')).fields).toEqual({ appCode: 'invalid' })
  const after = await server.call(getMessageSettings, { appCode: 'creative' }, { token })
  expect(enabled(after.data.settings)).toEqual({ ...ALL, device: false, app: false })
  // The table cannot hold a muted system category.
  await expect(
    server.sql(
      `insert into message_muted (uid, app, category) values (gen_random_uuid(), 'portal', 'system')`,
    ),
  ).rejects.toThrow()
})

test.each<[object]>([
  [{}],
  [{ appCode: 'portal', key: 'device' }],
  [{ appCode: 'portal', key: 'nothing', enabled: true }],
  [{ appCode: 'portal', key: 'device', enabled: 'true' }],
  [{ appCode: 'Portal', key: 'device', enabled: true }],
  [{ appCode: "x'--", key: 'device', enabled: true }],
  [{ appCode: ['portal'], key: 'device', enabled: true }],
])('reject %j', async input => {
  const { token } = await newReader(server)
  expect((await server.call(setMessageSetting, input as never, { token })).code).toBe(20001)
})

test('end in one of the requested states after many parallel changes', async () => {
  const { token } = await newReader(server)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      server.call(
        setMessageSettings,
        {
          appCode: 'portal',
          settings: [
            { key: 'device', enabled: i % 2 === 0 },
            { key: 'app', enabled: i % 2 === 0 },
          ],
        },
        { token },
      ),
    ),
  )
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0))
  const { settings } = (await server.call(getMessageSettings, {}, { token })).data
  const [device, , app] = settings
  expect(device?.enabled).toBe(app?.enabled)
})
