/** Response times of the account center: a picture from upload to display, a save, and the list of sign-ins. */

import { setHeadpic, setOtherInfo, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { getSessionLog } from '@kerf/contract/endpoints/session'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { HEADPIC_MAX_BYTES } from '@kerf/contract/limits'
import sharp from 'sharp'
import type { Context, Section } from '../harness/context.ts'
import type { Figure } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'

const REPETITIONS = 9
/** Upload limit of an account per hour. */
const UPLOADS = 9
const PAST_SIGN_INS = 1_000

/** A photo of 12 megapixels. Noise gives it the file size of a real photo. */
const createPhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

async function medianTime(repetitions: number, operation: (index: number) => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < repetitions; index++) {
    const start = performance.now()
    await operation(index)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(repetitions / 2)] ?? Number.NaN
}

const figure = (name: string, value: number, note: string): Figure => ({ name, value, unit: 'ms', note })

export const section: Section = {
  title: 'Account center, one person at a time, p50',
  async run({ installation, accounts }: Context) {
    const created = await installation()
    const { tokens } = await accounts()
    const token = tokens[0] ?? ''
    const server = await startServer(created.env)
    const headers = { [TOKEN_HEADER]: token, 'content-type': 'application/json' }
    const callApi = async (path: string, init: RequestInit): Promise<unknown> => {
      const response = await fetch(server.url + path, init)
      const envelope = (await response.json()) as { code: number; data: unknown }
      if (envelope.code !== 0) throw new Error(`${path} responded with code ${envelope.code}`)
      return envelope.data
    }
    const patch = (path: string, input: unknown) =>
      callApi(path, { method: 'PATCH', headers, body: JSON.stringify(input) })

    const picture = await createPhoto()
    if (picture.length > HEADPIC_MAX_BYTES) throw new Error('the sample photo exceeds the upload limit')
    const upload = await medianTime(UPLOADS, async () => {
      const body = new Uint8Array(picture)
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'image/jpeg' }, body }
      const { headpic } = (await callApi(uploadHeadpic.path, init)) as { headpic: string }
      await patch(setHeadpic.path, { headpic })
      const shown = await fetch(new URL(new URL(headpic).pathname, server.url))
      if (!shown.ok) throw new Error(`the picture responded with ${shown.status}`)
      await shown.arrayBuffer()
    })

    const save = await medianTime(REPETITIONS, async index => {
      await patch(setOtherInfo.path, { nickname: `Maker ${index}`, introduction: 'Boxes, mostly.' })
    })

    await created.db.query({
      text: `insert into sign_in_record (uid, at, method, session)
             select s.uid, now() - n * interval '1 minute', 'password', 'past' from session s, generate_series(1, $1) as n
              where s.token_hash = sha256(convert_to($2, 'utf8'))`,
      values: [PAST_SIGN_INS, token],
    })
    const list = await medianTime(REPETITIONS, async () => {
      await callApi(getSessionLog.path, { headers })
    })
    await server.stop()
    const size = `${(picture.length / 1_000_000).toFixed(1)} MB, 12 megapixels`
    return [
      figure('picture, from upload to display', upload, size),
      figure('save of nickname and introduction', save, `${REPETITIONS} repetitions`),
      figure('sessions and the first page of sign-ins', list, `${PAST_SIGN_INS} past sign-ins`),
    ]
  },
}
