/** Markup attacks that have worked somewhere. Each one sets `window.__ran` if it runs. */
const RUN = 'window.__ran=1'

const HANDLERS = [
  'onerror',
  'onload',
  'onfocus',
  'onmouseover',
  'ontoggle',
  'onanimationstart',
  'onpointerenter',
  'onbegin',
]
const TAGS: readonly ((handler: string) => string)[] = [
  h => `<img src=x ${h}=${RUN}>`,
  h => `<svg ${h}=${RUN}>`,
  h => `<svg><animate ${h}=${RUN} attributeName=x dur=1s>`,
  h => `<details open ${h}=${RUN}>`,
  h => `<video autoplay ${h}=${RUN}><source ${h}=${RUN}></video>`,
  h => `<body ${h}=${RUN}>`,
  h => `<input autofocus ${h}=${RUN}>`,
  h => `<marquee ${h}=${RUN}>`,
  h => `<iframe srcdoc="<script>parent.__ran=1</script>" ${h}=${RUN}>`,
  h => `<x ${h}=${RUN} tabindex=1 autofocus style=animation:x>`,
  h => `<img/src=x/${h}="${RUN}"//`,
  h => `"><img src=x ${h}=${RUN}>`,
  h => `'><img src=x ${h}='${RUN}'>`,
  h => `<math><mtext><table><mglyph><style><img src=x ${h}=${RUN}>`,
  h => `<noscript><p title="</noscript><img src=x ${h}=${RUN}>">`,
  h => `<template><img src=x ${h}=${RUN}></template>`,
  h => `&lt;img src=x ${h}=${RUN}&gt;`,
]

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</script>`,
  `<SCRIPT SRC=data:text/javascript,${RUN}></SCRIPT>`,
  `<script type=module>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `<![CDATA[<script>${RUN}</script>]]>`,
  `<?xml version="1.0"?><script>${RUN}</script>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href=data:,${RUN} /></svg>`,
  `<svg><foreignObject><script>${RUN}</script></foreignObject></svg>`,
  `<math><maction actiontype="statusline#" xlink:href="javascript:${RUN}">x</maction></math>`,
  `<object data="data:text/html,<script>parent.__ran=1</script>"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<iframe src="javascript:parent.__ran=1"></iframe>`,
  `<form action="javascript:${RUN}"><button autofocus>x</button></form>`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="javascript:${RUN}//">`,
  `<link rel=stylesheet href="data:text/css,*{background:url(javascript:${RUN})}">`,
  `<style>@import 'javascript:${RUN}';</style>`,
  `<div style="background:url(javascript:${RUN});behavior:url(x);width:expression(${RUN})">x</div>`,
  `<img name=body><img id=getElementById><a id=token name=token href=x>`,
  `<form id=document><input name=cookie></form>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `<%= ${RUN} %>`,
  '\u0000<script>window.__ran=1</script>',
  '\u2028<script>window.__ran=1</script>',
  '＜script＞window.__ran=1＜/script＞',
  '<script\u00a0>window.__ran=1</script\u00a0>',
]

const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `java\nscript:${RUN}`,
  ` javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript&colon;${RUN}`,
  `&#106;avascript:${RUN}`,
  `&#x6A;avascript:${RUN}`,
  `javascript%3A${RUN}`,
  `javascript://x.example/%0a${RUN}`,
  `data:text/html,<script>opener.__ran=1</script>`,
  `data:text/html;base64,PHNjcmlwdD5vcGVuZXIuX19yYW49MTwvc2NyaXB0Pg==`,
  `vbscript:${RUN}`,
  `blob:https://x.example/${RUN}`,
  `filesystem:https://x.example/${RUN}`,
  `view-source:javascript:${RUN}`,
  `//evil.example/${RUN}`,
  `https://a:b@evil.example/`,
  `https://evil.example\\@x.example`,
  `http://evil.example/`,
  `/\\evil.example`,
]
const LINKS: readonly ((address: string) => string)[] = [
  a => `[x](${a})`,
  a => `[x](<${a}>)`,
  a => `[x](${a} "title")`,
  a => `![x](${a})`,
  a => `[![x](${a})](${a})`,
  a => `<${a}>`,
  a => `[x]: ${a}\n\n[x]`,
  a => `[x](https://x.example/)[y](${a})`,
  a => `<a href="${a}">x</a>`,
]
const WRAPS: readonly ((text: string) => string)[] = [
  t => t,
  t => `**${t}**`,
  t => `# ${t}`,
  t => `- ${t}\n  - ${t}`,
  t => `> ${t}`,
  t => `\`${t}\``,
  t => `\`\`\`${t}\n${t}\n\`\`\``,
  t => `\\${t}`,
]

const raw = [...TAGS.flatMap(tag => HANDLERS.map(tag)), ...SCRIPTS]
const links = SCHEMES.flatMap(address => LINKS.map(link => link(address)))

/** Bodies: every attack, every link syntax, and each attack within one kind of markup. */
export const BODIES: readonly string[] = [
  ...raw,
  ...links,
  ...raw.flatMap((text, index) => [WRAPS[1 + (index % (WRAPS.length - 1))]?.(text) ?? text]),
]
export const TITLES: readonly string[] = raw
export const ADDRESSES: readonly string[] = [...SCHEMES, ...raw]

const CSS = [
  `red;background:url(https://evil.example/${RUN})`,
  `#fff;}</style><script>${RUN}</script>`,
  `#fff}*{background:url(https://evil.example/x)}`,
  `url(javascript:${RUN})`,
  `expression(${RUN})`,
  `var(--x,url(https://evil.example/x))`,
  `\\75 rl(https://evil.example/x)`,
  `image-set("https://evil.example/x" 1x)`,
  `#fff/**/;position:fixed`,
  `1px;inset:0`,
  `calc(1px*1e9)`,
  `-webkit-link`,
]
/** As `color`, as `emptyDataImg`, and as each value and name of `var`. */
export const THEMES: readonly object[] = [...CSS, ...SCHEMES, ...SCRIPTS].flatMap(value => [
  { color: value, emptyDataImg: value },
  { var: { '--kerf-accent': value, '--kerf-surface': value, '--kerf-radius': value, [value]: value } },
])
