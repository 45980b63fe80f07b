-- `optional`: a confidential web app may send a nonce instead of a code challenge (RFC 9700, section 2.1.1).
alter table app add column pkce text not null default 'required' check (pkce in ('required', 'optional'));
-- The ID token has the claims of the granted scopes too.
alter table app add column id_token_claims boolean not null default false;
-- For operators; people read the name.
alter table app add column note text not null default '';

-- When a request began: `prompt=login` demands an authentication after it.
alter table openid_flow add column created_at timestamptz not null default now();
