-- Safety training: what is being watched, what was, and the certificates.

-- One row an account: a second tab takes the place of the first. Milliseconds.
create table watch (
  uid        uuid primary key,
  id         text not null,
  course     text not null,
  lesson     text not null,
  -- of the course as it is now
  version    text not null,
  duration   int not null check (duration > 0),
  -- up to here the video is proven watched; never ahead of the time spent
  furthest   int not null default 0,
  -- time spent and not yet used for furthest: bridges the network's moods
  bank       int not null default 0,
  started_at timestamptz not null default now(),
  beat_at    timestamptz not null default now()
);
create index watch_age on watch (beat_at);

-- The same for visitors, by the cookie of their browser (the welder's course).
create table visitor_watch (
  -- SHA-256 of the cookie
  hash        bytea primary key,
  id          text not null,
  course      text not null,
  lesson      text not null,
  version     text not null,
  duration    int not null check (duration > 0),
  furthest    int not null default 0,
  bank        int not null default 0,
  started_at  timestamptz not null default now(),
  beat_at     timestamptz not null default now(),
  -- false: nothing is under way, `id` is the watch that was finished last
  under_way   boolean not null default true,
  -- lessons finished, and when all of the course were
  done        text[] not null default '{}',
  finished_at timestamptz,
  expires_at  timestamptz not null
);
create index visitor_watch_age on visitor_watch (expires_at);

create table lesson_done (
  uid         uuid not null,
  course      text not null,
  lesson      text not null,
  version     text not null,
  -- the watch that proved it: asked again, the answer is the same
  watch       text not null,
  finished_at timestamptz not null default now(),
  primary key (uid, course, lesson)
);

create table certificate (
  uid         uuid not null,
  course      text not null,
  cert_id     text not null,
  finished_at timestamptz not null default now(),
  -- set when it is issued: all three together
  issued_at   timestamptz,
  number      text,
  -- as it stood in the profile then
  bearer      text,
  primary key (uid, course),
  check ((issued_at is null) = (number is null) and (issued_at is null) = (bearer is null))
);
create index certificate_number on certificate (number) where number is not null;
