-- Apps as clients of OpenID Connect.

alter table app
  -- web: has a server that keeps a secret; browser, native and device apps keep none (RFC 6749, section 2.1)
  add column type text not null default 'web' check (type in ('web', 'browser', 'native', 'device')),
  -- a third party asks a person for consent, and knows the person by an id of its own sector
  add column party text not null default 'first' check (party in ('first', 'third')),
  -- exact addresses; a loopback address of a native app is compared without its port (RFC 8252, section 7.3)
  add column redirect_uris text[] not null default '{}',
  add column post_logout_redirect_uris text[] not null default '{}',
  add column backchannel_logout_uri text,
  -- Apps of one sector receive the same pairwise id of a person. Never changes: people would become strangers to the app.
  add column sector text,
  -- shown on the consent screen of a third party
  add column homepage_url text,
  add column privacy_url text;
