/** `docs/api.md`: made by `write-api.ts`; a test fails while it is not current. */
import {
  accessText,
  type Call,
  commonErrors,
  type FieldLine,
  fieldsOf,
  fileText,
  IDEMPOTENT_TEXT,
  listCalls,
  listErrors,
} from './calls.ts'

const cell = (value: string): string => value.replaceAll('|', '\\|')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map(row => row.map(cell))]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')

const fieldTable = (fields: readonly FieldLine[]): string =>
  table(
    ['field', 'type', 'required'],
    fields.map(({ path, type, required }) => [`\`${path}\``, type, required ? 'yes' : 'no']),
  )

function section(call: Call): string {
  const fields = call.input ? fieldsOf(call.input) : []
  const answer = fieldsOf(call.output)
  return [
    `### ${call.method} ${call.path}`,
    call.summary,
    `Access: ${accessText(call)}`,
    ...(fields.length > 0 ? [call.inQuery ? 'Query:' : 'Body:', fieldTable(fields)] : []),
    ...(call.idempotent ? [IDEMPOTENT_TEXT] : []),
    ...(call.file ? [`Body: the file itself: ${fileText(call.file)}.`] : []),
    ...(call.produces
      ? [`Answers a file: ${call.produces}.`]
      : answer.length > 0
        ? ['Answer (`data`):', fieldTable(answer)]
        : ['Answers no data of its own.']),
    ...(call.errors.length > 0
      ? [`Errors of its own: ${call.errors.map(({ code, key }) => `${code} ${key}`).join(', ')}.`]
      : []),
  ].join('\n\n')
}

export function apiMarkdown(): string {
  const common = commonErrors().map(({ code, key }) => `${code} ${key}`)
  return `${[
    '# Calls',
    'Generated from `packages/contract` by `node packages/server/src/demo/api-reference/write-api.ts`. In development the server shows the same at `/docs`, and as OpenAPI 3.1 at `/docs/openapi.json`.',
    'Every answer is `{code, data, msg, requestId}`; `code` 0 is success. Signed-in calls take the token in the header `utoken`; the header `lang` chooses the language of texts. Passport calls also carry `appCode`, `appPlatform`, `appVersion`, `appOrigin` and `passportVersion`.',
    `Any call may answer ${common.join(', ')}.`,
    ...listCalls().map(section),
    '## Error catalogue',
    '`action` is what the portal does: `field` beside the field, `form` above the button, `toast`, `sign-out`, `proof` (asks for a fresh proof and repeats).',
    table(
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
