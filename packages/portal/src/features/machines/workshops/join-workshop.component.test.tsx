import { ApiError } from '@kerf/contract/client/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { describeWorkshop, joinWorkshop } from '@kerf/contract/machines/workshops'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { clearToken, setCurrentToken } from '../../../lib/token/token-updates.ts'
import { stubNetwork } from '../../../test/stub-network.ts'
import { showTestPage } from '../../../test/test-page.ts'
import { TestRouter } from '../../../test/test-router.tsx'
import { JoinWorkshop } from './join-workshop.tsx'

const CODE = '7Q2M0ZKA9TXW3FHC'
const OFFER = { name: 'Attic', admins: ['Ada', 'Bo'], expireTime: 1_829_000_000 }

const setUp = async (describe: () => typeof OFFER = () => OFFER, isGuest = false) => {
  showTestPage()
  if (!isGuest) setCurrentToken('token-of-grace')
  onTestFinished(clearToken)
  const network = stubNetwork()
  const asked = network.answer(describeWorkshop, describe)
  const info = { uid: 'u-1', email: 'grace@example.com', enterpriseUser: null }
  network.answer(getFullInfo, () => info as OutputOf<typeof getFullInfo>)
  const screen = await render(
    <TestRouter>
      <JoinWorkshop code={CODE} otherAccount="Use another account" />
    </TestRouter>,
  )
  return { network, asked, screen }
}

test.each([
  [true, 'Waiting for approval'],
  [false, 'You are a member already'],
])('shows whom the person joins before asking to (waiting: %s)', async (waiting, title) => {
  const { network, asked, screen } = await setUp()
  await expect.element(screen.getByRole('heading', { name: 'Join the workshop Attic' })).toBeVisible()
  await expect.element(screen.getByText('Ada, Bo')).toBeVisible()
  await expect.element(screen.getByText('grace@example.com')).toBeVisible()
  await expect.element(screen.getByText('Use another account')).toBeVisible()
  expect(asked).toEqual([{ code: CODE }])
  const joined = network.answer(joinWorkshop, () => ({ waiting }))
  await screen.getByRole('button', { name: 'Ask to join' }).click()
  await expect.element(screen.getByRole('heading', { name: title })).toHaveFocus()
  expect(joined).toEqual([{ code: CODE }])
})

test('a code that has ended says so, also when it ends meanwhile', async () => {
  const ended = () => {
    throw new ApiError(20725)
  }
  const { screen } = await setUp(ended)
  await expect.element(screen.getByText(/This join code is wrong, has expired/)).toBeVisible()
  await screen.unmount()
  const later = await setUp()
  later.network.answer(joinWorkshop, ended)
  await later.screen.getByRole('button', { name: 'Ask to join' }).click()
  await expect.element(later.screen.getByText(/This join code is wrong, has expired/)).toBeVisible()
})

test('a guest is asked to log in first, and nothing is described', async () => {
  const { asked, screen } = await setUp(undefined, true)
  await expect.element(screen.getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(asked).toEqual([])
})
