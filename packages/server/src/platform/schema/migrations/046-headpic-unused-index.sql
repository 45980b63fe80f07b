-- no transaction
create index concurrently if not exists headpic_file_unused on headpic_file (unused_since) where unused_since is not null;
