import { CITUS_URL } from '../../packages/server/test/support/citus-cluster.ts'
import { writeShortCourses } from './courses.ts'
import { startProduct } from './product.ts'
import { shareProduct } from './shared-product.ts'

// biome-ignore lint/style/noDefaultExport: Playwright loads the global setup as the default export
export default async function setup(): Promise<() => Promise<void>> {
  const removeTemplate = CITUS_URL ? await createTemplate() : async () => undefined
  const product = await startProduct({ HUMAN_CHECK: 'off', COURSES_FOLDER: writeShortCourses() })
  shareProduct(product)
  return async () => {
    await product.close()
    await removeTemplate()
  }
}

/** The distributed template of the API tests. Each product gets a copy of it. */
async function createTemplate(): Promise<() => Promise<void>> {
  const template = await import('../../packages/server/test/support/global-setup.ts')
  await template.setup()
  return template.teardown
}
