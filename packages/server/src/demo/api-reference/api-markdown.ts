/** Content of `docs/api.md`. A test fails while the file is out of date. */
import type { ErrorName } from '@kerf/contract/errors'
import {
  accessText,
  type Call,
  type CallError,
  errorOf,
  fileText,
  IDEMPOTENT_TEXT,
  listCalls,
  listErrors,
} from '../../web/openapi/calls.ts'
import { type Field, fieldsOf, formsOf } from './fields.ts'

const escapeCell = (value: string): string => value.replaceAll('|', '\\|')

const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map(row => row.map(escapeCell))]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')

const fieldTable = (fields: readonly Field[]): string =>
  markdownTable(
    ['field', 'type', 'required'],
    fields.map(({ path, type, required }) => [`\`${path}\``, type, required ? 'yes' : 'no']),
  )

const nameOf = ({ code, key }: CallError): string => `${code} ${key}`

/** Errors of many calls that depend on the request more than on the call. */
const CAUSES: readonly (readonly [string, ErrorName])[] = [
  ['the path is unknown', 'not_found'],
  ['the path does not accept the method; `Allow` lists those that it accepts', 'method_not_allowed'],
  ['the body is larger than 64 KiB', 'body_too_large'],
  ['the body is not `application/json`', 'unsupported_media'],
  ['the token or its session has ended', 'expired_login'],
  ['the client id or secret of an app is missing or wrong', 'invalid_client'],
]

function section(call: Call): string {
  const forms = call.input ? formsOf(call.input).map(form => fieldsOf(form)) : []
  const data = fieldsOf(call.output)
  return [
    `### ${call.method} ${call.path}`,
    call.summary,
    `Access: ${accessText(call)}`,
    ...forms.flatMap((fields, index) =>
      fields.length > 0 ? [`${index > 0 ? 'Or' : call.inQuery ? 'Query' : 'Body'}:`, fieldTable(fields)] : [],
    ),
    ...Object.entries(call.valueRules).map(([field, rule]) => `\`${field}\`: ${rule}`),
    ...(call.idempotent ? [IDEMPOTENT_TEXT] : []),
    ...(call.file ? [`Body: the file, ${fileText(call.file)}.`] : []),
    ...(call.produces
      ? [`Response: a file, ${call.produces}.`]
      : data.length > 0
        ? ['Response (`data`):', fieldTable(data)]
        : ['Response: empty `data`.']),
    ...(call.errors.length > 0 ? [`Errors: ${call.errors.map(nameOf).join(', ')}.`] : []),
  ].join('\n\n')
}

export function apiMarkdown(): string {
  const calls = listCalls()
  const shared = calls.map(call => call.commonErrors.map(nameOf))
  /** errors of every call, and those that depend on its access and method */
  const common = shared.reduce((all, names) => all.filter(name => names.includes(name)))
  return `${[
    '# API reference',
    'Generated from `packages/contract` by `node packages/server/src/demo/api-reference/write-api.ts`. The OpenAPI 3.1 document with every pattern, status and header is at `/v1/openapi.json` of each installation (`npm run pack` writes it to `dist/openapi.json`); in development a reference to try calls is at `/docs`. [Generate a client](calls.md#generate-a-client) tells how to use it.',
    'Every answer is `{code, data, msg, requestId}`; `code` 0 is success. Calls of a logged-in account take the token in the header `utoken`; the header `lang` selects the language of texts. Passport calls also carry `appCode`, `appPlatform`, `appVersion`, `appOrigin`, `passportVersion` and the optional `timeZone` (times in mails).',
    `Errors of every call: ${common.join(', ')}. Further errors, by cause:`,
    markdownTable(
      ['cause', 'error'],
      CAUSES.map(([cause, key]) => [cause, nameOf(errorOf(key))]),
    ),
    ...calls.map(section),
    '## Error catalog',
    '`action` is what the portal does: `field` shows the text at the field, `form` above the button, `toast` in a toast, `sign-out` logs out, `proof` asks for reauthentication and repeats the call.',
    markdownTable(
      ['code', 'HTTP', 'key', 'action', 'English', 'Chinese'],
      listErrors().map(error => [
        String(error.code),
        String(error.status),
        error.key,
        error.action,
        error.en,
        error.zh,
      ]),
    ),
  ].join('\n\n')}\n`
}
