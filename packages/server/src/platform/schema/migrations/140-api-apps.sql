-- An API is an app of its own type: it has a secret for introspection, and logs nobody in.
alter table app drop constraint app_type_check;
alter table app add constraint app_type_check check (type in ('web', 'browser', 'native', 'device', 'api'));
alter table app
  -- resource indicator of an API (RFC 8707)
  add column resource text,
  -- scopes of an API, each with its words: [{"name": "jobs:write", "en": "…", "zh": "…"}]
  add column api_scopes jsonb not null default '[]',
  -- jwt: RFC 9068
  add column token_format text not null default 'opaque' check (token_format in ('opaque', 'jwt')),
  -- scopes of APIs that an operator gave to the app, by client id of the API: {"app_…": ["jobs:write"]}
  add column api_access jsonb not null default '{}';
