-- The algorithm of an app's ID tokens. RS256 is what every client library expects if nothing is said.
alter table app
  add column id_token_alg text not null default 'RS256' check (id_token_alg in ('RS256', 'ES256'));
