alter table totp_factor
  -- when the account got its second factor: a replaced app keeps it. null: confirmed by a server of the former version, see confirmed_at
  add column protected_since timestamptz;
