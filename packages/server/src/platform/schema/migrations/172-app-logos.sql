-- The picture of an app on the screens where people decide about it.
create table app_logo (
  client_id text primary key,
  -- of its address, another one for each picture
  name      text not null,
  -- WebP
  picture   bytea not null
);
