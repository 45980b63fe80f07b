import type { ComponentProps } from 'react'
import { MAIN_ID } from '../../lib/page/focus-main.ts'

/** The main content of a page: the target of the skip link. */
export const Main = (native: Omit<ComponentProps<'main'>, 'id'>) => <main {...native} id={MAIN_ID} />
