-- How the person of a session authenticated: the claims acr and amr of OpenID Connect. Their auth_time is the column proved_at.
-- A server of the former version stores the defaults.
alter table session
  -- class of the last authentication: aal1 or aal2, as the levels of NIST SP 800-63B
  add column acr text not null default 'aal1',
  -- methods of the last authentication (RFC 8176); empty: unknown
  add column amr text[] not null default '{}';

alter table account
  -- a sign-in with one factor needs a second step
  add column second_factor boolean not null default false;
