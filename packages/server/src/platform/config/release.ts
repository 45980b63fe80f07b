/** What runs: the version of the server, and the commit that it was made from. */
import { existsSync, readFileSync } from 'node:fs'

export interface Release {
  /** of the server; the version that the portal sends with its calls is another one */
  readonly version: string
  /** first 12 characters of the commit; 'unknown' where neither a release file nor a repository names it */
  readonly commit: string
}

const COMMIT_LENGTH = 12
const at = (path: string): URL => new URL(`../../../../../${path}`, import.meta.url)
const readIfExists = (path: string): string | undefined =>
  existsSync(at(path)) ? readFileSync(at(path), 'utf8').trim() : undefined

/** Reads the files of git itself, which may not be installed. A reference stands in a file of its own or among the packed ones. */
function readCheckedOutCommit(): string | undefined {
  const head = readIfExists('.git/HEAD')
  const reference = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined
  if (reference === undefined) return head
  const packed = () =>
    readIfExists('.git/packed-refs')
      ?.split('\n')
      .find(line => line.endsWith(` ${reference}`))
      ?.split(' ')[0]
  return readIfExists(`.git/${reference}`) ?? packed()
}

/** `release.json` is part of what `npm run release` packs. */
export function readRelease(): Release {
  const { version } = JSON.parse(readFileSync(at('packages/server/package.json'), 'utf8')) as {
    version: string
  }
  const released = readIfExists('release.json')
  const commit = released ? (JSON.parse(released) as { commit: string }).commit : readCheckedOutCommit()
  return { version, commit: commit?.slice(0, COMMIT_LENGTH) ?? 'unknown' }
}
