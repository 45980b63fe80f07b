/** Index page of the screenshots: one row for each variant of a screen, with its devices, languages and themes. */
import type { Shot } from './plan.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { margin: 2rem; background: light-dark(#ececec, #222) }
  h2 { margin: 3rem 0 0.5rem }
  .row { display: flex; align-items: start; gap: 1rem; overflow-x: auto; padding-bottom: 1rem }
  figure { flex: none; margin: 0 }
  img { display: block; height: 30rem; border: 1px solid light-dark(#bbb, #444); background: #888 }
  figcaption { color: light-dark(#555, #bbb) }
`

export function contactSheet(shots: readonly Shot[]): string {
  const rows = [...Map.groupBy(shots, ({ name }) => name.replaceAll('.', ' · '))].map(
    ([variant, group]) => `<h2>${variant}</h2><div class="row">${group.map(figure).join('')}</div>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style>${rows.join('')}</html>\n`
}

const figure = ({ file, device, language, theme }: Shot) =>
  `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${device} · ${language} · ${theme}</figcaption></figure>`
