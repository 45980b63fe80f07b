-- Resource indicator (RFC 8707) of the API whose tokens the app gets when its request names none.
alter table app add column default_resource text;
