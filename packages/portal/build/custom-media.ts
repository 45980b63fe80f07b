/** The breakpoints of the portal as custom media, defined once for all style sheets. */
import type { Plugin } from 'vite'

/** `--narrow`: phones; `--medium`: tablets and below; `--wide`: two columns; `--high`: high enough for a picture above a single column. `PICTURE_MEDIA` has the values of the last two. */
const CUSTOM_MEDIA = [
  '@custom-media --narrow (width < 30rem);',
  '@custom-media --medium (width < 48rem);',
  '@custom-media --wide (width >= 60rem);',
  '@custom-media --high (height >= 52rem);',
].join('\n')

/** Lightning CSS resolves custom media within one file, so each style sheet gets the definitions. */
export const customMedia: Plugin = {
  name: 'kerf-custom-media',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/portal\/src\/.*\.css(\?|$)/, code: /\(--(?:narrow|medium|wide|high)\)/ },
    handler: code => ({ code: `${CUSTOM_MEDIA}\n${code}`, map: null }),
  },
}
