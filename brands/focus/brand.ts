import type { Brand } from '../brand.ts'

export const brand = {
  code: 'focus',
  name: { en: 'Kerf Focus', zh: '刻缝对焦' },
  tagline: { en: 'The smallest spot, found every time.', zh: '每一次，都对准最小的光斑。' },
  independent: false,
  origins: ['https://focus.kerf.example'],
  tokenToHost: false,
  training: true,
  oldClient: 'never',
  helpUrl: 'https://help.kerf.example/focus',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2022,
  colors: {
    light: {
      accent: '#00705a',
      accentHover: '#005947',
      onAccent: '#ffffff',
      accentSoft: '#d6f4ec',
      art: '#0f3428',
    },
    dark: {
      accent: '#58dcbd',
      accentHover: '#7fe5ce',
      onAccent: '#021a14',
      accentSoft: '#0e332b',
      art: '#0f3428',
    },
  },
} satisfies Brand
