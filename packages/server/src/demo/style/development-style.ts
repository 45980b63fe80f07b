/** What the development pages share: palette, type and the mark. The colors are those of the portal's `tokens.css`. */

export const PALETTE = `
:root{color-scheme:light dark;--ground:light-dark(#f0f4ee,#141a16);--card:light-dark(#fff,#1f231e);--sunken:light-dark(#ecefe9,#101813);--line:light-dark(#e2dfd8,#35312c);--strong:light-dark(#8a847a,#7f786e);--ink:light-dark(#1c1a17,#f3f0eb);--soft:light-dark(#56514a,#bfb9af);--accent:light-dark(#0b7446,#4fd095);--on-accent:light-dark(#fff,#06170e)}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
.card{padding:1rem 1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--card)}`

export const CONTROLS = `
*{box-sizing:border-box}a{color:var(--accent)}h1{margin:0;font-size:1.375rem;line-height:1.25}h2{margin:0 0 .5rem;font-size:1rem}p{margin:0;color:var(--soft)}
button,select,input{min-height:44px;padding:0 .75rem;border:1px solid var(--strong);border-radius:8px;background:var(--card);color:var(--ink);font:inherit}
button{cursor:pointer}button.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
:is(a,button,select,input,summary):focus-visible{outline:3px solid var(--accent);outline-offset:2px}
summary{min-height:44px;align-content:center;cursor:pointer}`

/** The mark, title and lead of a page, and the way to its other language at the end of the line. */
export const HEADER = `
header{display:flex;align-items:center;gap:.75rem;padding:1rem 1rem 0}header svg{flex:none}header>a{margin-left:auto;min-height:44px;align-content:center;white-space:nowrap}`

export const MARK =
  '<svg viewBox="0 0 64 64" width="40" height="40" aria-hidden="true"><rect width="64" height="64" rx="14" fill="#0b7446"/><g transform="translate(12.16 12.16) scale(.62)"><path fill="#fff" d="M9 0H19V64H9A9 9 0 0 1 0 55V9A9 9 0 0 1 9 0ZM26 0H50.5L26 24.5ZM26 64H50.5L26 39.5Z"/><path fill="#8fe3bb" d="M60 .5A9 9 0 0 1 64 8V56A9 9 0 0 1 60 63.5L31 34.5A3.6 3.6 0 0 1 31 29.5Z"/></g></svg>'
