import { getFullInfo, setOtherInfo } from '@kerf/contract/endpoints/profile'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { FullInfo } from '../../lib/session/account.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { AboutCard } from './about-card.tsx'

const setUp = async (known: Pick<FullInfo, 'nickname' | 'introduction'>) => {
  const network = stubNetwork()
  const info = { ...known } as FullInfo
  network.answer(getFullInfo, () => info)
  const saved = network.answer(setOtherInfo, () => ({}))
  const screen = await render(<AboutCard info={info} />)
  return {
    screen,
    saved,
    nickname: screen.getByRole('textbox', { name: 'Nickname' }),
    introduction: screen.getByRole('textbox', { name: 'Introduction' }),
    save: screen.getByRole('button', { name: /^Save/ }),
  }
}

test('saves an introduction without a nickname', async () => {
  const { screen, saved, nickname, introduction, save } = await setUp({ nickname: '', introduction: '' })
  await expect.element(nickname).not.toBeRequired()
  await introduction.fill('Cuts brass.')
  await save.click()
  await expect.element(screen.getByRole('status').getByText('Saved')).toBeVisible()
  expect(saved).toEqual([{ introduction: 'Cuts brass.' }])
})

test('does not remove a nickname, and then saves nothing', async () => {
  const { saved, nickname, introduction, save } = await setUp({ nickname: 'Ada', introduction: '' })
  await expect.element(nickname).toBeRequired()
  await nickname.fill('')
  await introduction.fill('Cuts brass.')
  await save.click()
  await expect.element(nickname).toHaveAccessibleDescription('Please enter your nickname')
  await expect.element(nickname).toHaveFocus()
  expect(saved).toEqual([])
})

test('counts the characters of both texts', async () => {
  const { screen, nickname } = await setUp({ nickname: '', introduction: 'Cuts brass.' })
  await expect.element(screen.getByText('11 / 200')).toBeVisible()
  await nickname.fill('x'.repeat(31))
  await expect.element(screen.getByText('31 / 30')).toBeVisible()
})

test('offers to save what was changed only, and hides the buttons after discarding', async () => {
  const { screen, nickname, save } = await setUp({ nickname: 'Ada', introduction: '' })
  await expect.element(save).not.toBeInTheDocument()
  await nickname.fill('Ada L.')
  await expect.element(save).toBeVisible()
  await screen.getByRole('button', { name: /^Discard/ }).click()
  await expect.element(save).not.toBeInTheDocument()
  await expect.element(nickname).toHaveValue('Ada')
})
