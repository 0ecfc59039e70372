-- What version 0.1 had written: Ada with a password, a session and a reset under way, Grace with her Google account, and Kim with
-- one for an address that Google does not hand out.
insert into identity."user" (id, name, email, "emailVerified", image, "createdAt", "updatedAt") values
  ('ENMJEXy5fVPZ6Dwrhz_AyDOnc_Bbtv5O', '', 'ada@school.example', false, null, '2027-03-01Z', '2027-03-01Z'),
  ('854iyfWJdWr3J3tPw2MxBtgY0YC3WVL3', '', 'grace@school.example', true, null, '2027-03-01Z', '2027-03-01Z'),
  ('kim', '', 'kim@college.example', true, null, '2027-03-01Z', '2027-03-01Z');

insert into identity.session (id, token, "userId", "createdAt", "updatedAt", "expiresAt") values
  ('1nwAnhvNF8i7irEjIvOtcJcnSKP0AC4M', 'n0HQhm44bmLtFvAm3W3keVQWJrvUyzA8VAnsR841vMs',
   'ENMJEXy5fVPZ6Dwrhz_AyDOnc_Bbtv5O', '2027-03-01Z', '2027-03-01Z', '2027-03-15Z'),
  ('JfOwTfZG4G0qUh2WfXceUkUBIAd2tGXy', 'tMaBSi7MBkpFevV0ftqfx8p1mLjL606N',
   '854iyfWJdWr3J3tPw2MxBtgY0YC3WVL3', '2027-03-01Z', '2027-03-01Z', '2027-03-15Z');

insert into identity.account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt") values
  ('hvOB6mRDF99HD_x4hYQgTrK6gDmIu7Vc', 'ENMJEXy5fVPZ6Dwrhz_AyDOnc_Bbtv5O', 'credential',
   'ENMJEXy5fVPZ6Dwrhz_AyDOnc_Bbtv5O',
   '$argon2id$v=19$m=19456,t=2,p=1$OCKCbMZwPcwwfwwMWR72uw$5t7FOfO9MD8yvvJ59ZnwnbXsqhQQPGq/gk3loHx5EOY',
   '2027-03-01Z', '2027-03-01Z'),
  ('dkPxmOVPVMAwpXWxcv3Gtlh9w2k19DNa', '1083', 'google', '854iyfWJdWr3J3tPw2MxBtgY0YC3WVL3', null,
   '2027-03-01Z', '2027-03-01Z'),
  ('kims', '2077', 'google', 'kim', null, '2027-03-01Z', '2027-03-01Z');

insert into identity.verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt") values
  ('state:x', 'state:x', '', '2027-03-01 00:10Z', '2027-03-01Z', '2027-03-01Z');

insert into identity.reset_link (token_hash, user_id, expires_at) values
  (sha256('cC7MMug3BbZwcelz-aPW-zR2gx4_HPexjbp-S1cIl9g'), 'ENMJEXy5fVPZ6Dwrhz_AyDOnc_Bbtv5O', '2027-03-01 01:00Z');

insert into identity.signing_key (id, public_key, private_key, created_at, expires_at) values
  ('2f36b73a-816f-4bde-aa7d-1700f1cd3c72', '{}', '\x00', '2027-03-01Z', '2027-03-31Z');

insert into account (issuer, subject, public_id, display_name, cash_cents, created_at, first_trade_at, last_trade_at) values
  ('tengrand:embedded', 'ENMJEXy5fVPZ6Dwrhz_AyDOnc_Bbtv5O', 'ad97006b-a406-4427-8c58-70677d910c7a',
   'Lucky Robin 1167', 902797, '2027-03-01Z', '2027-03-01Z', '2027-03-01Z'),
  ('tengrand:embedded', '854iyfWJdWr3J3tPw2MxBtgY0YC3WVL3', '1b145b4d-f72f-4a9a-957f-c980496f7dbc',
   'Eager Beaver 9930', 1000000, '2027-03-01Z', null, null);
