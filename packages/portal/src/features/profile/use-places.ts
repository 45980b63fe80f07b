import { useCallback, useEffect, useState } from 'react'
import { loadPlaces, type Places } from './places.ts'

/** `country` '' asks for the countries themselves, undefined for nothing. */
export function usePlaces(country: string | undefined) {
  const [heard, setHeard] = useState<{ country: string; places: Places | undefined }>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another question
  useEffect(() => {
    if (country === undefined) return
    let wanted = true
    const tell = (places: Places | undefined) => wanted && setHeard({ country, places })
    loadPlaces(country).then(tell, () => tell(undefined))
    return () => {
      wanted = false
    }
  }, [country, tries])

  const retry = useCallback(() => {
    setHeard(undefined)
    setTries(count => count + 1)
  }, [])
  const mine = heard?.country === country ? heard : undefined
  return { places: mine?.places, failed: mine !== undefined && mine.places === undefined, retry }
}
