/** The bill of materials is valid, complete and the same every time (S-127). */
import { readFileSync } from 'node:fs'
import { Ajv, type AnySchemaObject } from 'ajv'
import { expect, test } from 'vitest'
import { readLockfile } from '../lint/check-lockfile.mjs'
import { createSbom, sbomText } from './sbom.mjs'

const schema = (name: string): AnySchemaObject =>
  JSON.parse(
    readFileSync(
      new URL(
        `../../node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`,
        import.meta.url,
      ),
      'utf8',
    ),
  )

const [lock] = readLockfile()

test('is valid by the schema of CycloneDX 1.6', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  // The schema refers to the files of its folder.
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` })
  const validate = ajv.compile(schema('bom-1.6'))
  expect([validate(createSbom(lock)), validate.errors]).toEqual([true, null])
  // The schema finds errors.
  expect(validate({ ...createSbom(lock), components: [{ type: 'library' }] })).toBe(false)
})

test('names every package of the lock file once, with its checksum, and every dependency that it has', () => {
  const { components, dependencies } = createSbom(lock)
  const refs = components.map(component => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  const installed = Object.entries(lock.packages as Record<string, { link?: boolean }>)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path]) => path)
  expect(refs.filter(ref => ref.includes('node_modules/')).sort()).toEqual(installed.sort())
  const known = new Set([...refs, lock.name])
  for (const { ref, dependsOn } of dependencies)
    for (const one of [ref, ...dependsOn]) expect(known).toContain(one)
  const react = components.find(component => component['bom-ref'] === 'node_modules/react')
  expect(react).toMatchObject({
    scope: 'required',
    purl: expect.stringMatching(/^pkg:npm\/react@\d/),
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
  expect(components.find(component => component['bom-ref'] === 'node_modules/vitest')).toMatchObject({
    scope: 'excluded',
  })
})

test('depends on the lock file alone: no time, serial number or path', () => {
  const text = sbomText()
  expect(sbomText()).toBe(text)
  expect(text).not.toMatch(/timestamp|serialNumber|"\/(?:home|root|tmp|work)\//)
})
