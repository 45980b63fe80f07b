import { DEFAULT_BRAND, type LoadedBrand } from '@kerf/brands/registry'

/** The brand with this code, else the default brand. */
export function findBrand(
  brands: ReadonlyMap<string, LoadedBrand>,
  code: string = DEFAULT_BRAND,
): LoadedBrand {
  const brand = brands.get(code) ?? brands.get(DEFAULT_BRAND)
  if (!brand) throw new Error(`brand ${DEFAULT_BRAND} is missing`)
  return brand
}
