/**
 * JSON schema of a credential, from the data model of Open Badges 3.0 ("OpenBadgeCredential" and the classes it uses), with the
 * claims that its proof format "VC-JWT" requires. Only the properties that this product writes are allowed.
 */
const uri = { type: 'string', format: 'uri' }
const text = { type: 'string', minLength: 1 }
const object = (properties: object, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  additionalProperties: false,
})
const typeWith = (...names: string[]) => ({
  type: 'array',
  items: text,
  uniqueItems: true,
  allOf: names.map(name => ({ contains: { const: name } })),
})

const identity = object(
  {
    type: { const: 'IdentityObject' },
    hashed: { type: 'boolean' },
    identityHash: text,
    identityType: { enum: ['name', 'emailAddress'] },
    salt: text,
  },
  ['salt'],
)

const achievement = object({
  id: uri,
  type: typeWith('Achievement'),
  achievementType: { const: 'CertificateOfCompletion' },
  inLanguage: { enum: ['en', 'zh'] },
  name: text,
  description: text,
  criteria: object({ narrative: text }),
})

export const CREDENTIAL_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2019-09/schema',
  ...object({
    '@context': {
      type: 'array',
      // The order is fixed: the base context is the first one.
      items: [
        { const: 'https://www.w3.org/ns/credentials/v2' },
        { const: 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json' },
        { const: 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json' },
      ],
      minItems: 3,
      additionalItems: uri,
    },
    id: uri,
    type: typeWith('VerifiableCredential', 'OpenBadgeCredential'),
    name: text,
    issuer: object({ id: uri, type: typeWith('Profile'), name: text, url: uri, description: text }),
    validFrom: { type: 'string', format: 'date-time' },
    credentialSubject: object({
      id: uri,
      type: typeWith('AchievementSubject'),
      identifier: { type: 'array', items: identity, minItems: 1 },
      achievement,
    }),
    credentialStatus: object({ id: uri, type: { const: '1EdTechRevocationList' } }),
    iss: uri,
    jti: uri,
    sub: uri,
    nbf: { type: 'integer' },
  }),
}
