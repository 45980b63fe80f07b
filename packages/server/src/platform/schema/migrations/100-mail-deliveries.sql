-- What became of each mail, for 30 days. Addresses are stored as keyed hashes only.
create table mail_delivery (
  id           uuid primary key,
  at           timestamptz not null default now(),
  changed_at   timestamptz not null default now(),
  -- queued, deferred, sent, refused, bounced, suppressed (never sent, see mail_suppression), expired (too late to send)
  status       text not null default 'queued',
  template     text not null,
  -- of the receiver, as A-labels; '': nobody
  domain       text not null,
  address_hash bytea not null,
  -- of the call that caused the mail; null: a job or an operator
  request_id   text,
  attempts     int not null default 0,
  -- the command that the mail server did not accept at the last attempt: MAIL FROM, RCPT TO, DATA, AUTH …
  command      text,
  -- its reply, such as 550, and the enhanced code of it or of the bounce, such as 5.1.1 (RFC 3463)
  reply        int,
  code         text,
  -- the page that waits for the code in the mail: its nonce and its browser, as hashes; null: no page may learn what became of it
  nonce_hash   bytea,
  requester    bytea
);
create index mail_delivery_at on mail_delivery (at);
create index mail_delivery_changed on mail_delivery (changed_at);
create index mail_delivery_address on mail_delivery (address_hash, at);
create index mail_delivery_request on mail_delivery (request_id) where request_id is not null;
create index mail_delivery_nonce on mail_delivery (nonce_hash, at) where nonce_hash is not null;

-- Addresses that mails came back from.
create table mail_suppression (
  address_hash  bytea primary key,
  domain        text not null,
  -- the last mail that came back for good, when, and its enhanced code
  mail          uuid not null,
  bounced_at    timestamptz not null default now(),
  code          text,
  -- set by the second one: nothing is sent to the address from then on
  suppressed_at timestamptz
);
create index mail_suppression_age on mail_suppression (bounced_at);
