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
    light: { accent: '#0b7446', accentHover: '#095e39', onAccent: '#ffffff', accentSoft: '#e4f3ea' },
    dark: { accent: '#4fd095', accentHover: '#74dead', onAccent: '#06170e', accentSoft: '#163024' },
  },
} satisfies Brand
