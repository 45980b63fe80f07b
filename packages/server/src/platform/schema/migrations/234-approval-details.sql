-- What the second operator must see and no log or audit row may keep, such as a whole email address. Null once the request is decided.
alter table approval
  add column details text,
  -- names of the operators who have seen the details
  add column details_seen_by text[] not null default '{}';
