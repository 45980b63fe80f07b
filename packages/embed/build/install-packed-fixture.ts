/** Packs and installs a package as a host app would, without the workspace around it. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Resolves to the standard output; rejects with the whole output if the program fails. */
export const run = (file: string, args: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolve, reject) =>
    execFile(file, args, { cwd, encoding: 'utf8' }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout.trim()),
    ),
  )

/**
 * Packs the package in `source`, whose `build` writes its `dist`, and installs the archive in the empty folder `app`. Uses a copy
 * of the package, so that a build of the product does not see it.
 */
export async function installPacked(
  source: string,
  app: string,
  build: (dist: string) => Promise<void>,
): Promise<void> {
  const copy = join(app, 'source')
  await cp(source, copy, {
    recursive: true,
    filter: path => !/[\\/](?:dist|node_modules)$/.test(path),
  })
  await build(join(copy, 'dist'))
  const packed = join(app, 'packed')
  await mkdir(packed)
  await run('npm', ['pack', '--pack-destination', packed, '--loglevel=error'], copy)
  await writeFile(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const [archive = ''] = await readdir(packed)
  const options = ['--offline', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...options, join(packed, archive)], app)
}
