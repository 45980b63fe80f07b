/** Claims: proof of possession gives an unowned machine its owner, and nothing else does (S-160, S-162). */
import { deleteAccount } from '@kerf/contract/endpoints/erasure'
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  claimMachine,
  inviteToMachine,
  listMachines,
  releaseMachine,
  renameMachine,
  setMachineLost,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/identity/index.ts'
import { requestOwnCode } from '../account-center/fixtures.ts'
import { runAsOperator } from '../redemption/helpers.ts'
import {
  buildMachine,
  claimByDisplay,
  newOwner,
  newSerialNumber,
  newSomeone,
  type Someone,
  startClaim,
  useMachineServer,
} from './helpers.ts'
import { useWorkshops } from './workshop-helpers.ts'

const server = await useMachineServer()
const REFUSED = 20702

const ownMachines = async (token: string) =>
  (await server.call(listMachines, undefined, { token })).data.machines

test('makes the person whose digits were typed into the machine its owner', async () => {
  const { owner, built, machine } = await newOwner(server)
  expect(machine).toMatch(/^m_[\w-]{22}$/)
  expect(await ownMachines(owner.token)).toMatchObject([
    {
      id: machine,
      sn: built.sn,
      role: 'owner',
      until: null,
      name: '',
      line: 'laser',
      owner: { kind: 'personal' },
    },
  ])
})

test('gives a business account a machine, with its name as the owner', async () => {
  const [built, shop] = [await buildMachine(server), await newSomeone(server, { business: true })]
  const { data } = await claimByDisplay(server, shop, built)
  expect(data.machine.owner).toEqual({ kind: 'enterprise', name: 'The Shop' })
})

test('accepts the typed number in lower case and the code with separators', async () => {
  const [built, ada] = [await buildMachine(server), await newSomeone(server)]
  const code = built.display(await startClaim(server, ada, built.sn))
  const typed = `${code.slice(0, 5)} ${code.slice(5)}`
  const answer = await server.call(
    claimMachine,
    { sn: built.sn.toLowerCase(), code: typed },
    { token: ada.token },
  )
  expect(answer.code).toBe(0)
})

describe('refuses in the same way', () => {
  test('an unknown serial number, a wrong code, digits of another person, a distrusted and an old machine', async () => {
    const [built, ada, eve] = [await buildMachine(server), await newSomeone(server), await newSomeone(server)]
    const right = built.display(await startClaim(server, ada, built.sn))
    const wrong = right.replace(/.$/, last => String((Number(last) + 1) % 10))
    const tries = [
      await server.call(claimMachine, { sn: newSerialNumber(), code: right }, { token: ada.token }),
      await server.call(claimMachine, { sn: 'no such\u0000 number', code: right }, { token: ada.token }),
      await server.call(claimMachine, { sn: built.sn, code: wrong }, { token: ada.token }),
      await server.call(claimMachine, { sn: built.sn, code: right }, { token: eve.token }),
      // Whoever stands at the machine can type these digits; nobody has asked for them.
      await server.call(claimMachine, { sn: built.sn, code: built.display('000000') }, { token: eve.token }),
    ]
    await server.sql('update device set distrusted_at = now() where sn = $1', built.sn)
    tries.push(await server.call(claimMachine, { sn: built.sn, code: right }, { token: ada.token }))
    await server.sql('update device set distrusted_at = null, generation = 0 where sn = $1', built.sn)
    tries.push(await server.call(claimMachine, { sn: built.sn, code: built.card }, { token: ada.token }))
    const shapes = tries.map(({ status, code, data, msg }) => ({ status, code, data, msg }))
    expect(new Set(shapes.map(shape => JSON.stringify(shape))).size).toBe(1)
    expect(shapes[0]).toMatchObject({ status: 422, code: REFUSED })
  })

  test('the fourth try of the same digits, also if it is right', async () => {
    const [built, ada] = [await buildMachine(server), await newSomeone(server)]
    const code = built.display(await startClaim(server, ada, built.sn))
    const wrong = code.replace(/.$/, last => String((Number(last) + 1) % 10))
    for (const _ of [1, 2, 3])
      await server.call(claimMachine, { sn: built.sn, code: wrong }, { token: ada.token })
    expect((await server.call(claimMachine, { sn: built.sn, code }, { token: ada.token })).code).toBe(REFUSED)
  })

  test('expired digits, and a code of a machine that was reset fewer times', async () => {
    const [built, ada, bob] = [await buildMachine(server), await newSomeone(server), await newSomeone(server)]
    expect((await claimByDisplay(server, ada, built, { resets: 7 })).code).toBe(0)
    await server.call(releaseMachine, undefined, { ...ada, params: { machine: await idOf(ada.token) } })
    expect((await claimByDisplay(server, bob, built, { resets: 6 })).code).toBe(REFUSED)
    const code = built.display(await startClaim(server, bob, built.sn), 7)
    await server.sql(`update machine_claim_start set expires_at = now() - interval '1 second'`)
    expect((await server.call(claimMachine, { sn: built.sn, code }, { token: bob.token })).code).toBe(REFUSED)
    expect((await claimByDisplay(server, bob, built, { resets: 8 })).code).toBe(0)
  })
})

const idOf = async (token: string): Promise<string> => (await ownMachines(token))[0]?.id ?? ''

test('counts the card once, for the first claim', async () => {
  const [built, ada, bob] = [await buildMachine(server), await newSomeone(server), await newSomeone(server)]
  const card = { sn: built.sn, code: built.card.toLowerCase() }
  expect((await server.call(claimMachine, card, { token: ada.token })).code).toBe(0)
  expect((await server.call(claimMachine, card, { token: bob.token })).code).toBe(REFUSED)
  await server.call(releaseMachine, undefined, { ...ada, params: { machine: await idOf(ada.token) } })
  expect((await server.call(claimMachine, card, { token: bob.token })).code).toBe(REFUSED)
  expect((await claimByDisplay(server, bob, built)).code).toBe(0)
})

test('gives a new card at the release of a machine that was claimed by a card, for one claim', async () => {
  const built = await buildMachine(server)
  const [ada, bob, eve] = [await newSomeone(server), await newSomeone(server), await newSomeone(server)]
  const claimBy = async ({ token }: typeof ada, code: string) =>
    (await server.call(claimMachine, { sn: built.sn, code }, { token })).code
  const releaseBy = async (owner: typeof ada): Promise<string | null> => {
    const params = { machine: await idOf(owner.token) }
    return (await server.call(releaseMachine, undefined, { ...owner, params })).data.card
  }
  await claimBy(ada, built.card)
  const card = (await releaseBy(ada)) ?? ''
  expect(card).toMatch(/^[0-9A-Z]{13}$/)
  expect(card).not.toBe(built.card)
  expect(await claimBy(bob, built.card)).toBe(REFUSED)
  const { sn: other } = await buildMachine(server)
  expect((await server.call(claimMachine, { sn: other, code: card }, { token: bob.token })).code).toBe(
    REFUSED,
  )
  const raced = await Promise.all([bob, eve].map(one => claimBy(one, card.toLowerCase())))
  expect(raced.toSorted()).toEqual([0, REFUSED])
  const [winner, loser] = raced[0] === 0 ? [bob, eve] : [eve, bob]
  expect(await claimBy(loser, card)).toBe(REFUSED)
  const next = (await releaseBy(winner)) ?? ''
  expect(await claimBy(loser, card)).toBe(REFUSED)
  // A display, whoever shows it, ends the cards.
  expect((await claimByDisplay(server, ada, built)).code).toBe(0)
  expect(await releaseBy(ada)).toBeNull()
  expect(await claimBy(loser, next)).toBe(REFUSED)
})

test('leaves an owned machine to its owner, and says to a right code that it is lost', async () => {
  const { owner, built, machine } = await newOwner(server)
  const eve = await newSomeone(server)
  expect((await claimByDisplay(server, eve, built)).code).toBe(REFUSED)
  expect((await claimByDisplay(server, owner, built)).data.machine.id).toBe(machine)
  await server.call(setMachineLost, { lost: true }, { ...owner, params: { machine } })
  expect((await claimByDisplay(server, eve, built, { resets: 1 })).code).toBe(20703)
  const guess = { sn: built.sn, code: '0000000000' }
  expect((await server.call(claimMachine, guess, { token: eve.token })).code).toBe(REFUSED)
})

test('leaves the machine without an owner when the account is deleted, also one reported lost', async () => {
  const { owner, built, machine } = await newOwner(server)
  const guest = await newSomeone(server)
  const { data } = await server.call(inviteToMachine, { role: 'operator' }, { ...owner, params: { machine } })
  await server.call(acceptMachineInvitation, { code: data.code }, { token: guest.token })
  await server.call(renameMachine, { name: 'In the shed' }, { ...owner, params: { machine } })
  await server.call(setMachineLost, { lost: true }, { ...owner, params: { machine } })
  const numbers = async () => {
    const [row] = await server.sql('select name, ownership, rights from machine where id = $1', machine)
    return { name: row?.name, ownership: Number(row?.ownership), rights: Number(row?.rights) }
  }
  const before = await numbers()
  await runAsOperator(server, db => db.transaction(tx => eraseAccount(tx, owner.uid)))
  const after = await numbers()
  expect(after.name).toBe('')
  expect(after.ownership).toBeGreaterThan(before.ownership)
  expect(after.rights).toBeGreaterThan(before.rights)
  expect((await server.call(listMachines, undefined, { token: guest.token })).data.machines).toEqual([])
  expect(await server.sql('select uid from machine_of_account where machine = $1', machine)).toEqual([])
  const bob = await newSomeone(server)
  expect((await claimByDisplay(server, bob, built)).data.machine).toMatchObject({ id: machine, lost: false })
})

test('shuts no owner out: past the limit of wrong codes a right one is accepted after a human check', async () => {
  const [built, ada] = [await buildMachine(server), await newSomeone(server)]
  for (let i = 0; i < 11; i++) {
    const eve = await newSomeone(server)
    const guess = { sn: built.sn, code: `00${i}`.padEnd(10, '7'), ...(i >= 10 && { ticket: 'any' }) }
    await server.call(claimMachine, guess, { token: eve.token })
  }
  const code = built.display(await startClaim(server, ada, built.sn))
  expect((await server.call(claimMachine, { sn: built.sn, code }, { token: ada.token })).code).toBe(20204)
  const checked = await server.call(claimMachine, { sn: built.sn, code, ticket: 'any' }, { token: ada.token })
  expect(checked.code).toBe(0)
})

describe('a card that another account has used', () => {
  const claimBy = ({ token }: Someone, sn: string, code: string) =>
    server.call(claimMachine, { sn, code }, { token })
  const cases = async (machine: string) =>
    (await server.sql('select uid from machine_card_case where machine = $1', machine)).map(({ uid }) => uid)
  const isAboutCard = ({ subject }: { subject: string }) => /\bcard\b/.test(subject)

  test('is answered like a wrong code, opens one case, and mails both', async () => {
    const built = await buildMachine(server)
    const [ada, bob, eve] = [await newSomeone(server), await newSomeone(server), await newSomeone(server)]
    expect((await claimBy(ada, built.sn, built.card)).code).toBe(0)
    const machine = await idOf(ada.token)
    const wrong = await claimBy(
      bob,
      built.sn,
      built.card.replace(/.$/, last => (last === '0' ? '1' : '0')),
    )
    // The account itself, and a card of another machine.
    await claimBy(ada, built.sn, built.card)
    await claimBy(bob, built.sn, (await buildMachine(server)).card)
    expect(await cases(machine)).toEqual([])
    const shown = await claimBy(bob, built.sn, built.card)
    const shapeOf = ({ status, code, data, msg }: typeof wrong) => ({ status, code, data, msg })
    expect(shapeOf(shown)).toEqual(shapeOf(wrong))
    expect(await cases(machine)).toEqual([bob.uid])
    for (const one of [bob, eve]) await claimBy(one, built.sn, built.card)
    expect(await cases(machine)).toEqual([bob.uid])
    for (const { email } of [ada, bob]) await server.waitForMail(email, isAboutCard)
    expect((await server.mailsTo(eve.email)).filter(isAboutCard)).toEqual([])
  })

  test('opens no case when who owns the machine looks into the box again: a buyer, and admins of the workshop', async () => {
    const built = await buildMachine(server)
    const [ada, buyer] = [await newSomeone(server), await newSomeone(server)]
    expect((await claimBy(ada, built.sn, built.card)).code).toBe(0)
    const machine = await idOf(ada.token)
    const again = await claimBy(ada, built.sn, built.card)
    expect([again.code, again.data]).toMatchObject([0, { machine: { id: machine } }])
    const { data } = await server.call(startMachineTransfer, undefined, { ...ada, params: { machine } })
    await server.call(acceptMachineTransfer, { code: data.code }, buyer)
    expect((await claimBy(buyer, built.sn, built.card)).data).toMatchObject({ machine: { id: machine } })
    // The seller has no right on it any more, and used the card rightly.
    expect((await claimBy(ada, built.sn, built.card)).code).toBe(REFUSED)
    const { create, newAdmin, newMember, give } = useWorkshops(server)
    const workshop = await create(buyer)
    const [admin, member] = [await newAdmin(buyer, workshop), await newMember(buyer, workshop)]
    expect((await give(buyer, machine, workshop)).code).toBe(0)
    for (const one of [buyer, admin])
      expect((await claimBy(one, built.sn, built.card)).data).toMatchObject({ machine: { id: machine } })
    expect(await cases(machine)).toEqual([])
    expect((await claimBy(member, built.sn, built.card)).code).toBe(REFUSED)
    expect(await cases(machine)).toEqual([member.uid])
  })

  test('opens one case when it is shown many times at once', async () => {
    const built = await buildMachine(server)
    const ada = await newSomeone(server)
    await claimBy(ada, built.sn, built.card)
    const machine = await idOf(ada.token)
    const people = await Promise.all(Array.from({ length: 5 }, () => newSomeone(server)))
    await Promise.all(people.map(one => claimBy(one, built.sn, built.card)))
    expect(await cases(machine)).toHaveLength(1)
    const opened = await server.sql(
      `select 1 from audit_event where event = 'machine.card_case' and detail->>'machine' = $1`,
      machine,
    )
    expect(opened).toHaveLength(1)
  })

  test.each([
    // By then the job that deletes expired rows may have deleted the use.
    ['nothing', '366 days', false],
    ['a case', '364 days', true],
  ])('opens %s when the card of a release was used %s ago', async (_, age, isCounted) => {
    const built = await buildMachine(server)
    const [ada, bob, eve] = [await newSomeone(server), await newSomeone(server), await newSomeone(server)]
    await claimBy(ada, built.sn, built.card)
    const machine = await idOf(ada.token)
    const { card } = (await server.call(releaseMachine, undefined, { ...ada, params: { machine } })).data
    await claimBy(bob, built.sn, card ?? '')
    await server.sql(`update machine_card_use set at = now() - $2::interval where machine = $1`, machine, age)
    await claimBy(eve, built.sn, card ?? '')
    expect(await cases(machine)).toEqual(isCounted ? [eve.uid] : [])
  })
})

test('mails the new card of a machine without display whose owner deletes the account', async () => {
  const [built, shown] = [await buildMachine(server), await buildMachine(server)]
  const [ada, bob] = [await newSomeone(server), await newSomeone(server)]
  await server.call(claimMachine, { sn: built.sn, code: built.card }, { token: ada.token })
  await claimByDisplay(server, ada, shown)
  const proof = await requestOwnCode(server, ada.token, ada, 'delete')
  await server.call(deleteAccount, { ...proof, confirm: true }, { token: ada.token })
  const { text } = await server.waitForMail(ada.email, ({ subject }) => /deleted/.test(subject))
  expect(text).toContain(built.sn.slice(-6))
  expect(text).not.toContain(shown.sn.slice(-6))
  const card = /claim it: (\w{13})\./.exec(text)?.[1] ?? ''
  const claim = (code: string) => server.call(claimMachine, { sn: built.sn, code }, { token: bob.token })
  expect((await claim(built.card)).code).toBe(REFUSED)
  expect((await claim(card)).code).toBe(0)
})
