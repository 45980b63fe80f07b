import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { setViewportWidth } from '../../test/viewport.ts'
import { LetterIcon } from '../../ui/icon/icons.tsx'
import styles from './home.module.css'
import { HOME_ROWS_FEW, HOME_ROWS_MAX, HomeCard, HomeRow } from './home-card.tsx'

const LONG = 'A sentence that takes more than a line of a narrow card. '.repeat(3)

const CARDS = [
  ['Messages', HOME_ROWS_MAX],
  ['Activity', HOME_ROWS_MAX],
  ['Benefits', HOME_ROWS_FEW],
  ['Training', HOME_ROWS_FEW],
] as const

const home = (texts?: readonly string[]) => (
  <div className={styles.home}>
    <div className={styles.latest}>
      {CARDS.map(([title, rows]) => (
        <HomeCard
          key={title}
          title={title}
          Icon={LetterIcon}
          link={undefined}
          query={{
            data: texts?.slice(0, rows),
            error: null,
            isPending: texts === undefined,
            refetch: async () => {},
          }}
          loadingText="Loading"
          rows={rows}
        >
          {items => (
            <ul className={styles.rows}>
              {items.map(text => (
                <HomeRow key={text} mark={<LetterIcon />} title={text} detail={text} />
              ))}
            </ul>
          )}
        </HomeCard>
      ))}
    </div>
  </div>
)

test('cards side by side are as high as while they load, however long the texts of their rows are', async () => {
  await setViewportWidth(800)
  const screen = await render(home())
  const heightsOf = (selector: string) =>
    [...screen.container.querySelectorAll(selector)].map(one => one.getBoundingClientRect().height)
  const before = heightsOf('section')
  expect(before).toHaveLength(CARDS.length)
  await screen.rerender(home(['Short', LONG, `${LONG}.`]))
  await expect.element(screen.getByRole('listitem').first()).toBeVisible()
  expect(heightsOf('section')).toEqual(before)
  // The first two cards have room for titles of two lines.
  expect(heightsOf('li > div')).toEqual([...Array(6).fill(72), ...Array(4).fill(56)])
  const title = screen.container.querySelectorAll('li strong')[1]
  expect(title?.getBoundingClientRect().height).toBe(35)
})
