/** The package declares its types itself, so that it depends on nothing. They are those of the contract. */
import { commonErrors, type InputOf, type OutputOf } from '@kerf/contract/endpoint'
import { type BenefitEvent, listBenefitEvents } from '@kerf/contract/endpoints/benefit'
import { publishMessage, revokeMessage } from '@kerf/contract/endpoints/message'
import type { getFullInfo } from '@kerf/contract/endpoints/profile'
import { createTicket, endSessions, listLiveSessions, redeemTicket } from '@kerf/contract/endpoints/ticket'
import { ERRORS } from '@kerf/contract/errors'
import { expect, expectTypeOf, test } from 'vitest'
import type {
  KerfAccount,
  KerfBenefitEvent,
  KerfErrorName,
  KerfHandoverTicket,
  KerfMessage,
  KerfPage,
  KerfSentMessage,
  KerfTicketAccount,
} from './types.ts'

test('answers have the types of the contract', () => {
  expectTypeOf<OutputOf<typeof redeemTicket>>().toExtend<KerfTicketAccount>()
  expectTypeOf<keyof KerfTicketAccount>().toEqualTypeOf<keyof OutputOf<typeof redeemTicket>>()
  expectTypeOf<OutputOf<typeof getFullInfo>>().toExtend<KerfAccount>()
  expectTypeOf<BenefitEvent>().toExtend<KerfBenefitEvent>()
  expectTypeOf<keyof KerfBenefitEvent>().toEqualTypeOf<keyof BenefitEvent>()
  expectTypeOf<OutputOf<typeof listBenefitEvents>>().toExtend<KerfPage<KerfBenefitEvent>>()
  expectTypeOf<OutputOf<typeof publishMessage>>().toExtend<KerfSentMessage>()
  expectTypeOf<OutputOf<typeof createTicket>>().toExtend<KerfHandoverTicket>()
  expectTypeOf<OutputOf<typeof listLiveSessions>>().toEqualTypeOf<{ alive: string[] }>()
  expectTypeOf<OutputOf<typeof endSessions>>().toEqualTypeOf<{ ended: number }>()
  expectTypeOf<OutputOf<typeof revokeMessage>>().toEqualTypeOf<{ revoked: boolean }>()
})

test('a message has every field of the contract, and no other', () => {
  type Input = InputOf<typeof publishMessage>
  expectTypeOf<keyof KerfMessage>().toEqualTypeOf<keyof Input>()
  expectTypeOf<KerfMessage['category']>().toEqualTypeOf<Input['category']>()
})

/** The listed names, without the open end of the union. */
type ListedName = KerfErrorName extends infer N
  ? N extends string
    ? string extends N
      ? never
      : N
    : never
  : never

const OF_PASSPORT: Record<Exclude<ListedName, OwnName>, true> = {
  bad_request: true,
  expired_login: true,
  invalid_client: true,
  authority: true,
  account_ban: true,
  ip_ban: true,
  proof_required: true,
  second_factor_required: true,
  no_account: true,
  expired: true,
  not_found: true,
  method_not_allowed: true,
  body_too_large: true,
  unsupported_media: true,
  too_many_requests: true,
  system: true,
  network_timeout: true,
}
type OwnName =
  | 'timeout'
  | 'unreachable'
  | 'invalid_answer'
  | 'invalid_signature'
  | 'stale_timestamp'
  | 'invalid_body'
  | 'unknown'

test('every error that an app’s call declares has a listed name', () => {
  const calls = [
    redeemTicket,
    listLiveSessions,
    endSessions,
    listBenefitEvents,
    publishMessage,
    revokeMessage,
    createTicket,
  ]
  const declared = calls.flatMap(call => [...call.errors, ...commonErrors(call)])
  expect(declared.filter(name => !(name in OF_PASSPORT))).toEqual([])
  expect(Object.keys(OF_PASSPORT).filter(name => !(name in ERRORS))).toEqual([])
})
