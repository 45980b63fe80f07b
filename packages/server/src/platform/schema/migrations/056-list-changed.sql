-- When a call of the account last changed something while replicas are in use: its lists then come from the primary for a moment.
alter table account add column if not exists list_changed_at timestamptz;
