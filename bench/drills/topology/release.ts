/** The files of an earlier release, ready to run with the installed packages. */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from '../../harness/processes.ts'

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

export interface Release {
  /** a tag or a commit */
  readonly name: string
  readonly folder: string
}

/** The newest tag of another version than this one's. A clone may lack tags: then the commit of the newest release that the changelog names. */
function findLastRelease(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const tags = git('tag', '--merged', 'HEAD', '--sort=-v:refname', '--list', 'v*').split('\n')
  const [tag] = tags.filter(name => name !== '' && name !== `v${version}`)
  const commit = /^Commit `([0-9a-f]+)`/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1]
  const last = tag ?? commit
  if (last === undefined)
    throw new Error('This drill needs an earlier release: fetch its tag, or name its commit by --release.')
  return last
}

/** Packages of the repository are those of the release; all others are the installed ones. */
function linkPackages(folder: string): void {
  const own = join(folder, 'node_modules/@kerf')
  mkdirSync(own, { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter(entry => entry !== '@kerf'))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const name of ['bench', 'brands', 'e2e', 'locales'])
    if (existsSync(join(folder, name))) symlinkSync(join(folder, name), join(own, name))
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(own, name))
    const nested = join(root, 'packages', name, 'node_modules')
    if (existsSync(nested)) symlinkSync(nested, join(folder, 'packages', name, 'node_modules'))
  }
}

/** `name`: a tag or a commit; default: the last release. Later runs use the folder again. */
export async function checkOutRelease(name = findLastRelease()): Promise<Release> {
  const commit = git('rev-parse', '--verify', `${name}^{commit}`)
  const folder = join(root, '.cache/releases', `${name}-${commit.slice(0, 12)}`)
  const complete = join(folder, '.complete')
  if (existsSync(complete)) return { name, folder }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
  // Its own program would need the compiler's project store, which is not installed.
  copyFileSync(join(root, 'locales/compile.mjs'), join(folder, 'locales/compile.mjs'))
  execFileSync(process.execPath, ['locales/compile.mjs'], { cwd: folder, stdio: 'ignore' })
  writeFileSync(complete, '')
  return { name, folder }
}
