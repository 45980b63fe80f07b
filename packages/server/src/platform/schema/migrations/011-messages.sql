-- Messages. One to everyone or to an app's users is stored once (broadcast) and joined when it is read; what an account
-- has read of them is one mark a category and the exceptions above it.

-- Bumped by whoever publishes or takes back, and held until the commit: the number tells what a reader's snapshot holds.
create table broadcast_version (
  one     boolean primary key default true check (one),
  version bigint not null
);
insert into broadcast_version (version) values (0);

create table broadcast (
  id        int generated always as identity primary key,
  -- version with which it was published, and with which it last changed
  published bigint not null,
  changed   bigint not null,
  -- all: everyone; app: whoever uses the app
  audience  text not null check (audience in ('all', 'app')),
  -- the app it comes from: its settings say whether it is shown
  app       text not null,
  category  text not null check (category in ('device', 'system', 'app', 'activity')),
  -- {"en": {"title", "body"}, "zh": …}, one of them at least
  texts     jsonb not null,
  link      text,
  picture   text,
  starts_at timestamptz not null,
  ends_at   timestamptz,
  revoked_at timestamptz,
  -- operator's name or client id
  sender    text not null,
  created_at timestamptz not null default now()
);
create index broadcast_changed on broadcast (changed);

create table account_message (
  uid       uuid not null,
  handle    text collate "C" not null,
  app       text not null,
  category  text not null check (category in ('device', 'system', 'app', 'activity')),
  texts     jsonb not null,
  link      text,
  picture   text,
  starts_at timestamptz not null,
  ends_at   timestamptz,
  read_at   timestamptz,
  sender    text not null,
  created_at timestamptz not null default now(),
  primary key (uid, handle)
);
create index account_message_page on account_message (uid, starts_at, handle);
-- All that a count needs.
create index account_message_unread on account_message (uid, category, app, starts_at, ends_at) where read_at is null;
create index account_message_ended on account_message (ends_at) where ends_at is not null;

-- Everything of a category that was published by that version and had begun by that time is read.
create table message_mark (
  uid      uuid not null,
  category text not null,
  version  bigint not null,
  at       timestamptz not null,
  primary key (uid, category)
);

-- Broadcasts read one by one, above the mark.
create table broadcast_read (
  uid       uuid not null,
  broadcast int not null,
  primary key (uid, broadcast)
);

-- Kinds of an app's messages that the account has switched off; system is never among them (S-115).
create table message_muted (
  uid      uuid not null,
  app      text not null,
  category text not null check (category <> 'system'),
  primary key (uid, app, category)
);

-- What an app's repeated call is answered with, for a day.
create table message_request (
  client_id  text not null,
  key_hash   bytea not null,
  -- of the body: the same key for another message is refused
  body_hash  bytea not null,
  answer     jsonb not null,
  created_at timestamptz not null default now(),
  primary key (client_id, key_hash)
);
create index message_request_age on message_request (created_at);

create table announcement (
  id        int generated always as identity primary key,
  texts     jsonb not null,
  link      text,
  picture   text,
  starts_at timestamptz not null,
  ends_at   timestamptz,
  revoked_at timestamptz,
  sender    text not null,
  created_at timestamptz not null default now()
);
create index announcement_page on announcement (starts_at, id);

-- The apps an account uses: it has signed in through them, was handed to them, or has opened its messages there.
create table account_app (
  uid   uuid not null,
  app   text not null,
  since timestamptz not null default now(),
  primary key (uid, app)
);
