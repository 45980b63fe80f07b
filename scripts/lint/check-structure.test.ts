import { describe, expect, test } from 'vitest'
import {
  checkModules,
  checkPlaces,
  checkWalks,
  findCrowdedFolders,
  findErrorNumbers,
  findFolderCycles,
  findModuleCycles,
  findSharedStatementNames,
  findStatementsOutsideStores,
} from './check-structure.mjs'
import { readProductionImports } from './imports.mjs'

const server = (path: string): string => `packages/server/src/${path}`

describe('SQL', () => {
  test('is reported outside a store', () => {
    const text = "const find = statement<Row>('a.find', 'select 1')"
    expect(findStatementsOutsideStores({ [server('identity/sign-in/register.ts')]: text })).toHaveLength(1)
    expect(findStatementsOutsideStores({ [server('identity/password/login-store.ts')]: text })).toEqual([])
  })
})

describe('names of statements', () => {
  const check = (first: string, second: string) => {
    const define = (name: string) => `statement<Row, { uid: string }>(\n  '${name}',\n  'select 1')`
    return findSharedStatementNames({
      [server('identity/password/a-store.ts')]: define(first),
      [server('messaging/message/b-store.ts')]: define(second),
    })
  }
  test('are found where two statements share one', () => {
    expect(check('account.find', 'account.find')).toHaveLength(1)
  })
  test('pass where they differ', () => {
    expect(check('account.find', 'account.read')).toEqual([])
  })
})

describe('error numbers', () => {
  test.each(['throw new ApiError(20115)', 'if (code === 20303) return'])('are reported: %s', line => {
    expect(findErrorNumbers({ [server('identity/sign-in/register.ts')]: line })).toHaveLength(1)
  })
  test.each(['// answers 20115', "const day = '20260101'"])('are not reported in %s', line => {
    expect(findErrorNumbers({ [server('identity/sign-in/register.ts')]: line })).toEqual([])
  })
})

describe('cycles between modules', () => {
  const cycle = (second: string) =>
    findModuleCycles(
      readProductionImports({
        [server('identity/password/a.ts')]: "import { b } from '../session/b.ts'",
        [server('identity/session/b.ts')]: second,
      }),
    )
  test('are reported for value imports', () => {
    expect(cycle("import { a } from '../password/a.ts'")).toHaveLength(1)
  })
  test('are reported for type imports', () => {
    expect(cycle("import type { A } from '../password/a.ts'")).toHaveLength(1)
  })
  test('are not reported for imports in one direction', () => {
    expect(cycle("import pg from 'pg'")).toEqual([])
  })
})

describe('folders', () => {
  const cycle = (path: string) =>
    findFolderCycles(
      readProductionImports({
        [server('identity/session/a.ts')]: "import { b } from './store/b.ts'",
        [server('identity/session/store/b.ts')]: `import type { C } from '${path}'`,
        [server('identity/session/c.ts')]: '',
        [server('identity/session/store/c.ts')]: '',
      }),
    )
  test('are reported when their files import each other, by type too', () => {
    expect(cycle('../c.ts')).toHaveLength(1)
    expect(cycle('./c.ts')).toEqual([])
  })
  test('are reported with more than 25 files, tests not counted', () => {
    const files = (count: number) => Array.from({ length: count }, (_, i) => server(`web/file-${i}.ts`))
    expect(findCrowdedFolders([...files(25), server('web/styles.css')])).toHaveLength(1)
    expect(findCrowdedFolders([...files(25), server('web/file-0.test.ts'), server('web/call/a.ts')])).toEqual(
      [],
    )
  })
})

describe('walks', () => {
  const sources = {
    'packages/portal/src/routes/a.tsx': "import { b } from '../lib/b.ts'",
    'packages/portal/src/lib/b.ts': '',
    [server('app.ts')]: '',
  }
  const check = (...lines: string[]) =>
    checkWalks(
      ['```walk 12 8', ...lines, '```'].join('\n'),
      readProductionImports(sources),
      new Set(Object.keys(sources)),
    )
  test('pass when they follow imports and requests', () => {
    expect(
      check(
        'packages/portal/src/routes/a.tsx',
        'packages/portal/src/lib/b.ts',
        '→ POST /v1/x',
        server('app.ts'),
      ),
    ).toEqual([])
  })
  test('fail when a file does not exist or is not imported', () => {
    expect(check('packages/portal/src/routes/c.tsx')).toHaveLength(1)
    expect(check('packages/portal/src/lib/b.ts', 'packages/portal/src/routes/a.tsx')).toHaveLength(1)
  })
  test('fail when they have too many files', () => {
    const text = ['```walk 0 8', 'packages/portal/src/lib/b.ts', '```'].join('\n')
    expect(checkWalks(text, readProductionImports(sources), new Set(Object.keys(sources)))).toHaveLength(1)
  })
})

describe('tables of the document', () => {
  const paths = [server('identity/sign-in/sign-in-by-code.ts'), server('identity/erasure/erase-account.ts')]
  test('of modules name each module of a wing', () => {
    expect(checkModules('| `identity` | `erasure`, `sign-in` |', paths)).toEqual([])
    expect(checkModules('| `identity` | `sign-in` |', paths)).toEqual([
      'The table of modules does not name identity/erasure.',
    ])
  })
  test('of places name files and folders that exist', () => {
    const table = (place: string) => `| to change | go to |\n|---|---|\n| the login | \`${place}\` |\n`
    expect(checkPlaces(table('identity/sign-in/sign-in-by-code.ts'), paths)).toEqual([])
    expect(checkPlaces(table('identity/erasure/'), paths)).toEqual([])
    expect(checkPlaces(table('identity/password/log-in.ts'), paths)).toHaveLength(1)
  })
})
