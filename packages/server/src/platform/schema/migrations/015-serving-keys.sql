-- A role that serves calls sees the keys of product lines only. The owner, whom row security does not concern, reads the
-- installation's key. kerf_serving is the role that the owner takes over for the command line; earlier versions also serve as it.

alter table wrapped_key enable row level security;
create policy wrapped_key_reader on wrapped_key
  using (name like 'unlock:%' or current_user = 'kerf_serving')
  with check (name like 'unlock:%' or current_user = 'kerf_serving');
