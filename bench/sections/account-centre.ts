/** What a person waits for in the account centre: a picture until it is shown, a save, the list of a thousand sign-ins. */
import { HEADPIC_MAX_BYTES, setHeadpic, setOtherInfo, uploadHeadpic } from '@kerf/contract/endpoints/profile'
import { getSessionLog } from '@kerf/contract/endpoints/security'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import sharp from 'sharp'
import type { Context, Section } from '../harness/context.ts'
import type { Figure } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'

const TRIES = 9
/** Uploads an account may make in an hour; a further one would be refused. */
const UPLOADS = 9
const PAST_SIGN_INS = 1_000

/** A photo as a phone takes it: 12 megapixels with some noise in it, so that it weighs what photos weigh. */
const photo = (): Promise<Buffer> =>
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

async function median(tries: number, work: (turn: number) => Promise<void>): Promise<number> {
  const taken: number[] = []
  for (let turn = 0; turn < tries; turn++) {
    const began = performance.now()
    await work(turn)
    taken.push(performance.now() - began)
  }
  return taken.sort((a, b) => a - b)[Math.floor(tries / 2)] ?? Number.NaN
}

const figure = (name: string, value: number, note: string): Figure => ({ name, value, unit: 'ms', note })

export const section: Section = {
  title: 'The account centre, one person at a time, p50',
  async run({ installation, accounts }: Context) {
    const made = await installation()
    const { tokens } = await accounts()
    const token = tokens[0] ?? ''
    const server = await startServer(made.env)
    const headers = { [TOKEN_HEADER]: token, 'content-type': 'application/json' }
    const ask = async (path: string, init: RequestInit): Promise<unknown> => {
      const response = await fetch(server.url + path, init)
      const answer = (await response.json()) as { code: number; data: unknown }
      if (answer.code !== 0) throw new Error(`${path} answered ${answer.code}`)
      return answer.data
    }
    const patch = (path: string, input: unknown) =>
      ask(path, { method: 'PATCH', headers, body: JSON.stringify(input) })

    const picture = await photo()
    if (picture.length > HEADPIC_MAX_BYTES) throw new Error('the sample photo is too large to be taken')
    const upload = await median(UPLOADS, async () => {
      const body = new Uint8Array(picture)
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'image/jpeg' }, body }
      const { headpic } = (await ask(uploadHeadpic.path, sent)) as { headpic: string }
      await patch(setHeadpic.path, { headpic })
      const shown = await fetch(new URL(new URL(headpic).pathname, server.url))
      if (!shown.ok) throw new Error(`the picture answers ${shown.status}`)
      await shown.arrayBuffer()
    })

    const save = await median(TRIES, async turn => {
      await patch(setOtherInfo.path, { nickname: `Maker ${turn}`, introduction: 'Boxes, mostly.' })
    })

    await made.db.query({
      text: `insert into sign_in_record (uid, at, method, session)
             select s.uid, now() - n * interval '1 minute', 'password', 'past' from session s, generate_series(1, $1) as n
              where s.token_hash = sha256(convert_to($2, 'utf8'))`,
      values: [PAST_SIGN_INS, token],
    })
    const list = await median(TRIES, async () => {
      await ask(getSessionLog.path, { headers })
    })
    await server.stop()
    const size = `${(picture.length / 1_000_000).toFixed(1)} MB, 12 megapixels`
    return [
      figure('picture uploaded until it is shown', upload, size),
      figure('a save of nickname and introduction', save, `${TRIES} tries`),
      figure('sessions and the first page of sign-ins', list, `${PAST_SIGN_INS} past sign-ins`),
    ]
  },
}
