import { expect, test } from 'vitest'
import { checkClasses } from './check-classes.mjs'

const SHEET = 'ui/card.module.css'
const check = (css: string, code: string) =>
  checkClasses({ [SHEET]: css }, { 'ui/card.tsx': `import styles from './card.module.css'\n${code}` })

test('accepts classes that both sides name', () => {
  expect(check('.card { margin: 0.5rem }\n/* .old */', '<p className={styles.card}>')).toEqual([])
})

test('reports a class that the sheet does not define', () => {
  expect(check('.card {}', '<p className={styles.card}><b className={styles.title}>')).toEqual([
    'ui/card.tsx uses styles.title, which ui/card.module.css does not define.',
  ])
})

test('reports a class that nothing uses, unless the name is computed', () => {
  const css = '.card {}\n.big {}'
  expect(check(css, '<p className={styles.card}>')).toEqual([`Nothing uses .big of ${SHEET}.`])
  expect(check(css, '<p className={styles[size]}>')).toEqual([])
  expect(check(css, '// its styles, which it owns\n<p className={styles.card}>')).toHaveLength(1)
})

test('reports a sheet that does not exist, or that nothing imports', () => {
  expect(checkClasses({}, { 'ui/a.ts': "import own from './b.module.css'\n" })).toEqual([
    'ui/a.ts imports ui/b.module.css, which does not exist.',
  ])
  expect(checkClasses({ [SHEET]: '.card {}' }, {})).toEqual([`Nothing uses .card of ${SHEET}.`])
})
