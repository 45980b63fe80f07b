import type { Brand } from '../brand.ts'

export const brand = {
  code: 'machine',
  name: { en: 'Kerf Machines', zh: '刻缝装备' },
  tagline: { en: 'Square rails, steady light, clean edges.', zh: '导轨平直，光束稳定，切口干净。' },
  independent: false,
  origins: ['https://machine.kerf.example'],
  tokenToHost: false,
  training: true,
  oldClient: 'never',
  helpUrl: 'https://help.kerf.example/machines',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2019,
  colors: {
    light: {
      accent: '#22664a',
      accentHover: '#1a5039',
      onAccent: '#ffffff',
      accentSoft: '#e2e8e8',
      art: '#1b2421',
    },
    dark: {
      accent: '#6fd9a8',
      accentHover: '#91e3bd',
      onAccent: '#07180f',
      accentSoft: '#232d2f',
      art: '#1b2421',
    },
  },
} satisfies Brand
