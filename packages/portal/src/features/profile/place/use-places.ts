import { queryOptions, useQuery } from '@tanstack/react-query'
import { loadPlaces } from './places.ts'

/** The countries, or the subdivisions of `country`. They do not change while the page is open. */
export const placesQuery = (country: string) =>
  queryOptions({
    queryKey: ['places', country],
    queryFn: () => loadPlaces(country),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** `country`: '' loads the countries; undefined loads nothing. */
export function usePlaces(country: string | undefined) {
  const { data, isError, refetch } = useQuery({
    ...placesQuery(country ?? ''),
    enabled: country !== undefined,
  })
  return {
    places: country === undefined ? undefined : data,
    failed: country !== undefined && isError,
    retry: () => void refetch(),
  }
}
