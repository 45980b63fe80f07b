alter table sign_in_flow
  -- when its code was mailed last
  add column mailed_at timestamptz;
