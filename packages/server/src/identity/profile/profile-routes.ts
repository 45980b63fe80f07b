import {
  setBirthday as birthday,
  setCountry as country,
  setGender as gender,
  getBasicInfo,
  getFullInfo,
  setHeadpic as headpic,
  setOtherInfo as otherInfo,
  uploadHeadpic,
} from '@kerf/contract/endpoints/profile'
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { sendPicture } from '../../web/send-picture.ts'
import { renewCookies } from '../session/answer-cookies.ts'
import type { AddRoute } from '../session/session-guard.ts'
import { basicInfo, fullInfo } from './account-info.ts'
import { setBirthday, setCountry, setGender, setOtherInfo } from './edit-profile.ts'
import { HEADPIC_PATH, type Headpic, isHeadpicName } from './headpic.ts'

const done = {}

/** The cookie of a remembered session is renewed for a year at the first use after this idle time. */
const COOKIE_RENEWAL_IDLE_SECONDS = DAY_SECONDS

export function profileRoutes(add: AddRoute, db: Database, publicUrl: () => URL, headpics: Headpic): void {
  add(getBasicInfo, (_, { session }) => basicInfo(session, publicUrl()))
  add(getFullInfo, async (_, context) => {
    const { session } = context
    if (session.remember && session.idle > COOKIE_RENEWAL_IDLE_SECONDS) renewCookies(context, session)
    return fullInfo(db, session.uid, publicUrl())
  })
  add(otherInfo, async (input, { session }) => {
    await setOtherInfo(db, session.uid, input)
    return done
  })
  add(gender, async (input, { session }) => {
    await setGender(db, session.uid, input.gender)
    return done
  })
  add(birthday, async (input, { session }) => {
    await setBirthday(db, session.uid, input.birthday)
    return done
  })
  add(country, async (input, { session }) => {
    await setCountry(db, session.uid, input.country, input.region)
    return done
  })
  add(headpic, (input, { session }) => headpics.adopt(session.uid, input.headpic))
  add(uploadHeadpic, (_, { session, file, caller }) => headpics.upload(session.uid, file, caller))
}

/** Serves avatars. Names are random. */
export function headpicFileRoutes(http: FastifyInstance, headpics: Headpic): void {
  http.get<{ Params: { name: string } }>(`${HEADPIC_PATH}:name`, async (request, reply) => {
    const { name } = request.params
    const bytes = isHeadpicName(name) ? await headpics.read(name) : undefined
    return bytes === undefined ? reply.callNotFound() : sendPicture(reply, bytes)
  })
}
