/** The page at `/docs`: every call, rendered here, no script. */
import { escapeHtml } from '../../platform/mail/clean.ts'
import {
  accessText,
  type Call,
  type CallError,
  commonErrors,
  type FieldLine,
  fieldsOf,
  fileText,
  IDEMPOTENT_TEXT,
  listCalls,
  listErrors,
} from './calls.ts'

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d9dedb,#333a36);--soft:light-dark(#59615d,#a2aca7);--accent:light-dark(#0b7446,#4fd095)}
body{max-width:960px;margin:0 auto;padding:24px 16px 80px;background:light-dark(#fff,#0f1211);color:light-dark(#101412,#e8ecea);font:16px/1.55 system-ui,sans-serif}
a{color:var(--accent)}h2{margin-top:48px;font-size:20px;overflow-wrap:anywhere}code{font:0.92em ui-monospace,monospace}
nav ul{columns:20em;padding-left:18px}.soft{color:var(--soft)}.method{color:var(--accent)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:15px}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}th{color:var(--soft);font-weight:500}`

const e = escapeHtml

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="wide"><table><thead><tr>${head.map(name => `<th>${name}</th>`).join('')}</tr></thead><tbody>${rows
    .map(row => `<tr>${row.map(value => `<td>${value}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`

const fieldTable = (fields: readonly FieldLine[]): string =>
  table(
    ['Field', 'Type', 'Required'],
    fields.map(({ path, type, required }) => [`<code>${e(path)}</code>`, e(type), required ? 'yes' : 'no']),
  )

const errorTable = (errors: readonly CallError[]): string =>
  table(
    ['Code', 'HTTP', 'Key', 'English', 'Chinese'],
    errors.map(({ code, status, key, en, zh }) => [
      `<a href="#error-${code}">${code}</a>`,
      String(status),
      `<code>${e(key)}</code>`,
      e(en),
      `<span lang="zh">${e(zh)}</span>`,
    ]),
  )

function section(call: Call): string {
  const fields = call.input ? fieldsOf(call.input) : []
  const answer = fieldsOf(call.output)
  return `<section id="${e(call.name)}">
<h2><span class="method">${call.method}</span> <code>${e(call.path)}</code></h2>
<p>${e(call.summary)}</p>
<p class="soft">For ${e(accessText(call))}</p>
${fields.length > 0 ? `<h3>${call.inQuery ? 'Query' : 'Body'}</h3>${fieldTable(fields)}` : ''}
${call.idempotent ? `<p>${e(IDEMPOTENT_TEXT)}</p>` : ''}
${call.file ? `<h3>Body</h3><p>The file itself: ${e(fileText(call.file))}.</p>` : ''}
${answer.length > 0 ? `<h3>Answer</h3>${fieldTable(answer)}` : '<p class="soft">Answers no data of its own.</p>'}
${call.errors.length > 0 ? `<h3>Errors</h3>${errorTable(call.errors)}` : ''}
</section>`
}

export function docsHtml(): string {
  const calls = listCalls()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Kerf Passport: calls</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Calls</h1>
<p>Every answer is <code>{code, data, msg, requestId}</code>; <code>code</code> 0 is success. Signed-in calls take the token in the header <code>utoken</code>. Any call may answer ${commonErrors()
    .map(({ code }) => `<a href="#error-${code}">${code}</a>`)
    .join(', ')}. <a href="/docs/openapi.json">OpenAPI 3.1</a></p>
<nav aria-label="Calls"><ul>
${calls.map(({ name, method, path }) => `<li><a href="#${e(name)}">${method} ${e(path)}</a></li>`).join('\n')}
</ul></nav>
${calls.map(section).join('\n')}
<h2>Error catalogue</h2>
${errorTable(listErrors()).replace(/<td><a href="#error-(\d+)">\d+<\/a><\/td>/g, '<td id="error-$1">$1</td>')}
</body>
</html>
`
}
