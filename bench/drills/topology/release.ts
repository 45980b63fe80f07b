/** The files of a tagged earlier release, ready to run with the installed packages. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../harness/processes.ts'

/** The release before this one. */
export const RELEASE = 'v1.11.19'

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

function findCommit(): string {
  try {
    return git('rev-parse', '--verify', `${RELEASE}^{commit}`)
  } catch {
    throw new Error(`This drill needs the tag ${RELEASE}: git fetch origin tag ${RELEASE}`)
  }
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

/** Returns the folder, which later runs use again. */
export async function checkOutRelease(): Promise<string> {
  const commit = findCommit()
  const folder = join(root, '.cache/releases', `${RELEASE}-${commit.slice(0, 12)}`)
  const complete = join(folder, '.complete')
  if (existsSync(complete)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
  // Its own program would need the compiler's project store, which is not installed.
  copyFileSync(join(root, 'locales/compile.mjs'), join(folder, 'locales/compile.mjs'))
  execFileSync(process.execPath, ['locales/compile.mjs'], { cwd: folder, stdio: 'ignore' })
  writeFileSync(complete, '')
  return folder
}
