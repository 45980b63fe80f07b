/** Content of `docs/api.md`. A test fails while the file is out of date. */
import {
  accessText,
  type Call,
  commonErrors,
  type Field,
  fieldsOf,
  fileText,
  IDEMPOTENT_TEXT,
  listCalls,
  listErrors,
} from './calls.ts'
import { markdownTable } from './markdown-table.ts'

const fieldTable = (fields: readonly Field[]): string =>
  markdownTable(
    ['field', 'type', 'required'],
    fields.map(({ path, type, required }) => [`\`${path}\``, type, required ? 'yes' : 'no']),
  )

function section(call: Call): string {
  const fields = call.input ? fieldsOf(call.input) : []
  const data = fieldsOf(call.output)
  return [
    `### ${call.method} ${call.path}`,
    call.summary,
    `Access: ${accessText(call)}`,
    ...(fields.length > 0 ? [call.inQuery ? 'Query:' : 'Body:', fieldTable(fields)] : []),
    ...(call.idempotent ? [IDEMPOTENT_TEXT] : []),
    ...(call.file ? [`Body: the file, ${fileText(call.file)}.`] : []),
    ...(call.produces
      ? [`Response: a file, ${call.produces}.`]
      : data.length > 0
        ? ['Response (`data`):', fieldTable(data)]
        : ['Response: empty `data`.']),
    ...(call.errors.length > 0
      ? [`Errors: ${call.errors.map(({ code, key }) => `${code} ${key}`).join(', ')}.`]
      : []),
  ].join('\n\n')
}

export function apiMarkdown(): string {
  const common = commonErrors().map(({ code, key }) => `${code} ${key}`)
  return `${[
    '# API reference',
    'Generated from `packages/contract` by `node packages/server/src/demo/api-reference/write-api.ts`. In development the server shows the same reference at `/docs`, and the OpenAPI 3.1 document at `/docs/openapi.json`.',
    'Every answer is `{code, data, msg, requestId}`; `code` 0 is success. Calls of a signed-in account take the token in the header `utoken`; the header `lang` selects the language of texts. Passport calls also carry `appCode`, `appPlatform`, `appVersion`, `appOrigin` and `passportVersion`.',
    `Errors of every call: ${common.join(', ')}.`,
    ...listCalls().map(section),
    '## Error catalog',
    '`action` is what the portal does: `field` shows the text at the field, `form` above the button, `toast` in a toast, `sign-out` signs out, `proof` asks for reauthentication and repeats the call.',
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
