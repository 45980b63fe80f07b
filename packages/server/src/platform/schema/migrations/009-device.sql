-- The maker's devices, the key versions of their lines, and the unlock passwords given out.

create table device (
  sn          text primary key check (sn ~ '^[0-9A-Z]{23}$'),
  line        text not null,
  key_version int not null,
  imported_at timestamptz not null default now()
);

-- The keys themselves lie wrapped in wrapped_key, as 'unlock:<line>:<version>'.
create table line_key (
  line       text not null,
  version    int not null check (version > 0),
  -- where no serials are imported: the first SN that has this version
  from_sn    text not null default '',
  created_at timestamptz not null default now(),
  primary key (line, version)
);

-- One counter a device and light source: the number of the last password.
create table unlock_counter (
  -- keyed hash of the SN
  sn           bytea not null,
  light_source text not null check (light_source in ('1200W', '800W')),
  counter      bigint not null,
  primary key (sn, light_source)
);

-- What a signed request came to: asked again, it is answered alike.
create table unlock_issue (
  request      bytea primary key,
  counter      bigint not null,
  expires_at   timestamptz not null
);
create index unlock_issue_age on unlock_issue (expires_at);

-- Devices that an address or a watch has asked for, to count them once.
create table unlock_asked (
  -- 'address' or 'watch'
  kind       text not null,
  -- hash of either
  who        bytea not null,
  sn         bytea not null,
  expires_at timestamptz not null,
  primary key (kind, who, sn)
);
create index unlock_asked_age on unlock_asked (expires_at);
