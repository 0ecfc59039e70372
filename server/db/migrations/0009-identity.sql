-- Identity in tables of our own: those that had the form of a library go, and everything that people need is carried over.
alter table identity."user" rename to person;
alter index identity.user_pkey rename to person_pkey;
alter index identity.user_email_key rename to person_email_key;
alter table identity.person rename column "emailVerified" to is_email_proven;
alter table identity.person rename column "createdAt" to created_at;
alter table identity.person
  drop column name,
  drop column image,
  drop column "updatedAt",
  -- Hashed; none for somebody who has only ever come in through Google.
  add column password text,
  -- Whom Google knows the person as. One each: whoever Google gives an old address to does not join the account of the
  -- one who had it before.
  add column google_subject text collate "C" unique;

update identity.person set password = account.password
from identity.account where account."userId" = person.id and account."providerId" = 'credential';
update identity.person set google_subject = account."accountId"
from identity.account where account."userId" = person.id and account."providerId" = 'google';

-- Google's word was taken for any address; from now on it counts only for those of which it is the authority. Where that is not
-- known, a letter can still prove the e-mail, and Google's own addresses are joined again by themselves.
update identity.person set is_email_proven = false
where google_subject is not null and email not like '%@gmail.com';

-- A session belongs to (issuer, subject), as everything else does: this provider's people or another issuer's.
alter table identity.session rename column token to secret;
alter index identity.session_token_key rename to session_secret_key;
alter table identity.session rename column "createdAt" to created_at;
alter table identity.session rename column "updatedAt" to used_at;
alter table identity.session rename column "expiresAt" to expires_at;
alter table identity.session
  add column issuer text collate "C" not null default 'tengrand:embedded',
  add column subject text collate "C",
  -- Only shown.
  add column email text;
update identity.session set subject = "userId", email = person.email
from identity.person where person.id = session."userId";
alter table identity.session
  alter column issuer drop default,
  alter column subject set not null,
  drop column "userId",
  drop column "ipAddress",
  drop column "userAgent";
create index session_owner on identity.session (issuer, subject);

alter table identity.reset_link rename column user_id to person_id;

drop table identity.account, identity.verification, identity.signing_key;

-- States that have come back from another issuer, under keyed hashes: each lets somebody in once.
create table identity.used_state (
  hash  bytea primary key,
  until timestamptz not null
);

create index used_state_until on identity.used_state (until);
