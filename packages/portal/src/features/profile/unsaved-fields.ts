/** Which cards of the page hold edits that are not saved, by the names of their fields. */
import { useEffect, useId } from 'react'
import { createStore, useStore } from '../../lib/store.ts'

const cards = createStore<ReadonlyMap<string, readonly string[]>>(new Map())

function registerFields(card: string, fields: readonly string[]): void {
  const next = new Map(cards.get())
  if (fields.length > 0) next.set(card, fields)
  else if (!next.delete(card)) return
  cards.set(next)
}

/** Tells the page of a card's unsaved fields; they are forgotten with the card. */
export function useRegisterUnsaved(fields: readonly string[]): void {
  const card = useId()
  const told = fields.join('\n')
  useEffect(() => registerFields(card, told ? told.split('\n') : []), [card, told])
  useEffect(() => () => registerFields(card, []), [card])
}

export const useUnsavedFields = (): readonly string[] => [...useStore(cards).values()].flat()
