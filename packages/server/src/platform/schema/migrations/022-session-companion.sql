-- SHA-256 of the session's companion: the HttpOnly value that only the browser or page holds in which the person
-- authenticated. Null: the session came by a token or ticket, or is older than this column.
alter table session add column companion_hash bytea;
