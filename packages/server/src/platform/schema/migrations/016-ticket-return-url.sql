-- SHA-256 of the address that a ticket was made for, so that an app can ask for exactly that one. Null: made before this column.
alter table ticket add column return_url_hash bytea;
