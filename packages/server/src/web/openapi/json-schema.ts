/** JSON Schema of the contract's schemas. */
import {
  currentPassword,
  email,
  enterpriseAccount,
  newPassword,
  opaqueToken,
  verificationCode,
} from '@kerf/contract/fields'
import { type JsonSchema, type OverrideActionContext, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

/** Schemas that the document names, so that generated clients name them too. */
export const NAMED_SCHEMAS = {
  Email: email,
  Password: currentPassword,
  NewPassword: newPassword,
  VerificationCode: verificationCode,
  EnterpriseAccount: enterpriseAccount,
  Token: opaqueToken,
} as const

/** Actions that the converter does not know. JSON Schema counts a text in code points and reads a pattern in Unicode mode. */
function overrideAction({
  valibotAction,
  jsonSchema,
  errors,
}: OverrideActionContext): JsonSchema | undefined {
  const action = valibotAction as { readonly type: string; readonly requirement?: unknown }
  // The text that is sent is described by the metadata of the field.
  if (action.type === 'trim') return jsonSchema
  if (action.type === 'max_code_points') return { ...jsonSchema, maxLength: action.requirement as number }
  if (action.type === 'max_bytes')
    return {
      ...jsonSchema,
      maxLength: action.requirement as number,
      'x-max-bytes': action.requirement,
    } as JsonSchema
  const isUnicode = errors?.length === 1 && (action.requirement as RegExp).flags === 'u'
  return action.type === 'regex' && isUnicode ? jsonSchema : undefined
}

/**
 * Throws for a check that JSON Schema cannot express: such a check is a value rule of the endpoint. `named`: schemas that are
 * referred to as components of the document instead of repeated.
 */
export function toSchema(
  schema: GenericSchema,
  named: Readonly<Record<string, GenericSchema>> = {},
): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    overrideAction,
    definitions: named,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  })
  return rest
}
