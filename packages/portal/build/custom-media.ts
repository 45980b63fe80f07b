/** The three breakpoints of the portal as custom media, defined once for all style sheets. */
import type { Plugin } from 'vite'

/** `--narrow`: phones; `--medium`: tablets and below; `--wide`: two columns. `WIDE_LAYOUT_MIN_WIDTH_PX` equals 60rem. */
const CUSTOM_MEDIA = [
  '@custom-media --narrow (width < 30rem);',
  '@custom-media --medium (width < 48rem);',
  '@custom-media --wide (width >= 60rem);',
].join('\n')

/** Lightning CSS resolves custom media within one file, so each style sheet gets the definitions. */
export const customMedia: Plugin = {
  name: 'kerf-custom-media',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/portal\/src\/.*\.css(\?|$)/, code: /\(--(?:narrow|medium|wide)\)/ },
    handler: code => ({ code: `${CUSTOM_MEDIA}\n${code}`, map: null }),
  },
}
