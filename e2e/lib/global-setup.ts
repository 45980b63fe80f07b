import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { shortCourses } from './courses.ts'
import { type Environment, type Product, type Samples, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** address of the product that most journeys share; it asks nobody to prove that they are human */
    productUrl: string
    /** its sample apps */
    samples: Samples
    /** the settings it runs with, for the operator's command line beside it */
    productEnvironment: Environment
  }
}

let product: Product | undefined

export async function setup(project: TestProject): Promise<void> {
  rmSync(fileURLToPath(new URL('../results', import.meta.url)), { recursive: true, force: true })
  product = await startProduct({ HUMAN_CHECK: 'off', COURSES_FOLDER: shortCourses() })
  project.provide('productUrl', product.url)
  project.provide('samples', product.samples)
  project.provide('productEnvironment', product.environment)
}

export async function teardown(): Promise<void> {
  await product?.close()
}
