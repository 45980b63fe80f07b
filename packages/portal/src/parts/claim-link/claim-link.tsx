import * as m from '@kerf/locales/messages'
import type { ComponentProps } from 'react'
import { isPlainClick } from '../../lib/url/is-plain-click.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { storeScanned } from '../scan/scan-storage.ts'

/** To the list of machines, which opens the form of a claim, as after a scan. In another tab it is the list alone. */
export const ClaimLink = (
  props: Pick<ComponentProps<typeof ButtonLink>, 'href' | 'variant' | 'size' | 'wide'>,
) => (
  <ButtonLink
    {...props}
    onClick={event => {
      if (isPlainClick(event)) storeScanned({ purpose: 'claim', text: '', kept: '' })
    }}
  >
    {m.machines_claim()}
  </ButtonLink>
)
