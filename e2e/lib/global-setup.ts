import { writeShortCourses } from './courses.ts'
import { startProduct } from './product.ts'
import { shareProduct } from './shared-product.ts'

// biome-ignore lint/style/noDefaultExport: Playwright loads the global setup as the default export
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct({ HUMAN_CHECK: 'off', COURSES_FOLDER: writeShortCourses() })
  shareProduct(product)
  return () => product.close()
}
