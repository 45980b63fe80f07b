import { describe, expect, test } from 'vitest'
import { checkDocuments } from './check-documents.mjs'

const PATHS = ['guides/keys.md', 'packages/server/src/keys/keys.ts']
const check = (document: string, source = '') =>
  checkDocuments(PATHS, {
    'guides/keys.md': `# Keys\n\n## The "master" key: \`KEY\`\n\n${document}\n`,
    'packages/server/src/keys/keys.ts': source,
  })

describe('accepts', () => {
  test.each([
    '[keys](keys.md)',
    '[master key](#the-master-key-key)',
    '[folder](../packages/server/) and [page](https://example.com/a#b)',
    '`packages/server`, `keys/keys.ts`, `/v1/openapi.json`, `packages/server/dist`, `*-store.ts`',
    '```\n[no link](missing.md)\n```',
  ])('%s', document => {
    expect(check(document)).toEqual([])
  })
})

describe('reports', () => {
  test.each([
    ['[keys](key.md)', 'guides/keys.md links to key.md, which does not exist.'],
    ['[keys](keys.md#lost)', 'guides/keys.md links to keys.md#lost, but there is no such heading.'],
    ['[`KEY`](#lost)', 'guides/keys.md links to #lost, but there is no such heading.'],
    ['`keys/lost.ts`', 'guides/keys.md names `keys/lost.ts`, which does not exist.'],
    ['`packages/lost`', 'guides/keys.md names `packages/lost`, which does not exist.'],
  ])('%s', (document, finding) => {
    expect(check(document)).toEqual([finding])
  })
  test('a document that a source names and that does not exist', () => {
    const lost = ['docs', 'lost.md'].join('/')
    expect(check('', `// See ${lost}.`)).toEqual([
      `packages/server/src/keys/keys.ts names ${lost}, which does not exist.`,
    ])
  })
})
