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
    light: {
      accent: '#0b6d68',
      accentHover: '#085854',
      onAccent: '#ffffff',
      accentSoft: '#dcf0ee',
      art: '#1c484f',
    },
    dark: {
      accent: '#6cd0c6',
      accentHover: '#8fdcd4',
      onAccent: '#041a18',
      accentSoft: '#12302f',
      art: '#1c484f',
    },
  },
} satisfies Brand
