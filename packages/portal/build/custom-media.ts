/** The breakpoints of the portal as custom media, defined once for all style sheets. */
import type { Plugin } from 'vite'

/** `--narrow`: phones; `--medium`: tablets and below; `--wide`: two columns; `--tall`: high enough for a picture above a single column, `--high`: for a larger one. `PICTURE_MEDIA` has the values of `--wide` and `--tall`. */
const CUSTOM_MEDIA = [
  '@custom-media --narrow (width < 30rem);',
  '@custom-media --medium (width < 48rem);',
  '@custom-media --wide (width >= 60rem);',
  '@custom-media --tall (height >= 50rem);',
  '@custom-media --high (height >= 52rem);',
].join('\n')

/** Lightning CSS resolves custom media within one file, so each style sheet gets the definitions. */
export const customMedia: Plugin = {
  name: 'kerf-custom-media',
  enforce: 'pre',
  transform: {
    filter: { id: /\/packages\/portal\/src\/.*\.css(\?|$)/, code: /\(--(?:narrow|medium|wide|tall|high)\)/ },
    handler: code => ({ code: `${CUSTOM_MEDIA}\n${code}`, map: null }),
  },
}
