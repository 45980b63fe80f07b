import type { Brand } from '../brand.ts'

export const brand = {
  code: 'customthings',
  name: { en: 'Onesome', zh: '独一造物' },
  tagline: { en: 'Things made once, for one person.', zh: '只做一件，只为一人。' },
  independent: true,
  registerTitle: { en: 'Make something that is only yours', zh: '注册独一造物，做只属于您的那一件' },
  origins: ['https://onesome.example', 'https://www.onesome.example'],
  tokenToHost: false,
  training: false,
  oldClient: 'never',
  helpUrl: 'https://help.onesome.example',
  legalName: 'Onesome Goods Ltd',
  since: 2022,
  colors: {
    light: {
      accent: '#8a5600',
      accentHover: '#6f4500',
      onAccent: '#ffffff',
      accentSoft: '#faf0dc',
      art: '#ecb854',
    },
    dark: {
      accent: '#f0b64c',
      accentHover: '#f6c977',
      onAccent: '#1d1302',
      accentSoft: '#33270f',
      art: '#2f230e',
    },
  },
} satisfies Brand
