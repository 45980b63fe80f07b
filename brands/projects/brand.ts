import type { Brand } from '../brand.ts'

export const brand = {
  code: 'projects',
  name: { en: 'Kerf Projects', zh: '刻缝图集' },
  tagline: { en: 'Plans that fit together the first time.', zh: '严丝合缝的作品图纸，一次装成。' },
  independent: false,
  origins: ['https://projects.kerf.example'],
  tokenToHost: false,
  training: true,
  oldClient: 'never',
  helpUrl: 'https://help.kerf.example/projects',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2021,
  colors: {
    light: { accent: '#0b7446', accentHover: '#095e39', onAccent: '#ffffff', accentSoft: '#e4f3ea' },
    dark: { accent: '#4fd095', accentHover: '#74dead', onAccent: '#06170e', accentSoft: '#163024' },
  },
} satisfies Brand
