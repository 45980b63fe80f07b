import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { MessagePicture } from './message-picture.tsx'

test('what stands below a picture does not move, also if it does not load', async () => {
  const screen = await render(
    <>
      <MessagePicture address="https://pictures.invalid/none.png" />
      <button type="button">Open</button>
    </>,
  )
  const top = () => screen.getByRole('button').element().getBoundingClientRect().top
  const picture = screen.container.querySelector('img')
  const before = top()
  expect(before).toBeGreaterThan(100)
  picture?.dispatchEvent(new Event('error'))
  await expect.poll(() => screen.container.querySelector('img')).toBeNull()
  expect(Math.abs(top() - before)).toBeLessThan(1)
})
