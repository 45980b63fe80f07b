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
    light: { accent: '#0b7446', accentHover: '#095e39', onAccent: '#ffffff', accentSoft: '#e4f3ea' },
    dark: { accent: '#4fd095', accentHover: '#74dead', onAccent: '#06170e', accentSoft: '#163024' },
  },
} satisfies Brand
