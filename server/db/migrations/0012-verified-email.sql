-- Whether the e-mail of a learner is known to be their own. The ranking reads it where that is asked for
-- (IDENTITY_VERIFY_EMAIL); it is written in any case, so that the setting can be changed at any time.
alter table account
  add column email_verified boolean not null default false,
  -- When whoever vouches for the person last changed it: the word of an older token does not count after a newer one.
  add column email_vouched_at timestamptz;

-- Who has got a password by letter, or was vouched for by Google, has shown it already.
update account set email_verified = true
from identity.person
where account.issuer = 'tengrand:embedded' and account.subject = person.id
  and (person.is_email_proven or person.google_subject is not null);

-- E-mails that wait to be confirmed by the link of a letter, at most one of each kind for a person, so that the newest
-- letter is the one that counts. Whoever reads this table cannot use the links.
create table identity.email_link (
  person_id  text collate "C" not null references identity.person on delete cascade,
  -- 'confirm': the e-mail that the person has. 'change': the one that is to take its place.
  purpose    text collate "C" not null check (purpose in ('confirm', 'change')),
  email      text collate "C" not null check (email = lower(email) and length(email) <= 254),
  -- Of a change: the session that asked for it, which goes on.
  session_id text collate "C",
  -- None until the letter is written.
  token_hash bytea unique,
  expires_at timestamptz not null,
  primary key (person_id, purpose)
);

create index email_link_email on identity.email_link (email);
