/**
 * Compares the classes of CSS modules with the code that imports the modules. TypeScript does not know the classes: an unknown one is an
 * element without styles.
 */
import { posix } from 'node:path'
import { listFiles, readText, withoutComments } from './imports.mjs'

const IMPORT = /^import (\w+) from '(\.[^']*\.module\.css)'/gm
const CLASS = /\.([a-z]\w*)/gi
/** What looks like a class in a style sheet but is none. */
const NO_SELECTOR = /\/\*[\s\S]*?\*\/|url\([^)]*\)|'[^']*'|"[^"]*"/g

/** Returns one sentence for each unknown or unused class. Both arguments: texts by path. */
export function checkClasses(sheets, sources) {
  const used = new Map(Object.keys(sheets).map(path => [path, new Set()]))
  const dynamic = new Set()
  const defined = new Map(
    Object.entries(sheets).map(([path, css]) => [
      path,
      new Set([...css.replace(NO_SELECTOR, '').matchAll(CLASS)].map(found => found[1])),
    ]),
  )
  const unknown = Object.entries(sources).flatMap(([from, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, name, specifier]) => {
      const path = posix.join(posix.dirname(from), specifier)
      // `styles[size]` can be any class.
      if (new RegExp(`(?<![\\w.'/-])${name}\\s*[[,;)}]`).test(withoutComments(text))) dynamic.add(path)
      const names = new Set(
        [...text.matchAll(new RegExp(`(?<![\\w.'/-])${name}\\.(\\w+)`, 'g'))].map(found => found[1]),
      )
      for (const one of names) used.get(path)?.add(one)
      if (!sheets[path]) return [`${from} imports ${path}, which does not exist.`]
      return [...names]
        .filter(one => !defined.get(path).has(one))
        .map(one => `${from} uses ${name}.${one}, which ${path} does not define.`)
    }),
  )
  const unused = [...used].flatMap(([path, names]) =>
    dynamic.has(path)
      ? []
      : [...defined.get(path)].filter(one => !names.has(one)).map(one => `Nothing uses .${one} of ${path}.`),
  )
  return [...unknown, ...unused]
}

const read = pattern =>
  Object.fromEntries(
    listFiles('packages')
      .filter(path => pattern.test(path))
      .map(path => [path, readText(path)]),
  )

if (process.argv[1]?.endsWith('check-classes.mjs')) {
  const errors = checkClasses(read(/\.module\.css$/), read(/\.tsx?$/))
  for (const error of errors) console.error(error)
  process.exitCode = errors.length > 0 ? 1 : 0
}
