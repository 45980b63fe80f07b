-- no transaction
create index concurrently if not exists workshop_ended on workshop (ended_at) where ended_at is not null;
