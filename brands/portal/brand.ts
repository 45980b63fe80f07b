import type { Brand } from '../brand.ts'

export const brand = {
  code: 'portal',
  name: { en: 'Kerf Passport', zh: '刻缝通行证' },
  tagline: {
    en: 'One account for every machine, file and cut.',
    zh: '一个账号，畅用所有机器、图纸与应用。',
  },
  independent: false,
  origins: ['https://passport.kerf.example'],
  tokenToHost: true,
  training: true,
  oldClient: 'handheld',
  helpUrl: 'https://help.kerf.example/passport',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2019,
  // a placeholder: a deployment in mainland China writes its own number here
  filing: '沪ICP备00000000号-1',
  colors: {
    light: {
      accent: '#0b7446',
      accentHover: '#095e39',
      onAccent: '#ffffff',
      accentSoft: '#e4f3ea',
      art: '#12402f',
    },
    dark: {
      accent: '#4fd095',
      accentHover: '#74dead',
      onAccent: '#06170e',
      accentSoft: '#163024',
      art: '#12402f',
    },
  },
} satisfies Brand
