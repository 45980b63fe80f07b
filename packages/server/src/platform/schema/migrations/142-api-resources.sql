-- no transaction
-- A resource names one API.
create unique index concurrently if not exists app_resource on app (resource) where resource is not null;
