-- Addresses such as `m@evil.test#.kerf.example` were mailed to, and proved for, the domain before `/`, `?` or `#`, but kept as
-- typed. They become the address that was proved; the sign-in identifier has had that form from the start.
update account set email = regexp_replace(email, '(@[^@/?#]+)[/?#][^@]*$', '\1')
 where kind = 'personal' and email ~ '@[^@/?#]+[/?#][^@]*$';
