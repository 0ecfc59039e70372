-- Accounts that operators have locked or left out of rankings, and those of people who have deleted an earlier one.
alter table account
  add column locked_at   timestamptz,
  add column unranked_at timestamptz,
  -- When an earlier account of the same person was deleted; none once that is 30 days ago.
  add column departed_at timestamptz;

-- The few that a ranking leaves out.
create index account_unranked on account (id) where unranked_at is not null or departed_at is not null;

-- Accounts that were deleted in the last 30 days, so that nobody deletes one to begin anew: a deletion counts as starting
-- over. Of the person only hashes under a key of the installation are kept.
create table departure (
  -- Of (issuer, subject).
  person_hash bytea not null,
  -- Null where no e-mail was known.
  email_hash  bytea,
  deleted_at  timestamptz not null,
  -- The highest there was.
  chapter     integer not null check (chapter > 0),
  is_locked   boolean not null,
  is_unranked boolean not null
);

create index departure_person on departure (person_hash);
create index departure_email on departure (email_hash);
create index departure_end on departure (deleted_at);

-- What operators have done to accounts: written, and never changed.
create table admin_action (
  id          bigint generated always as identity primary key,
  at          timestamptz not null,
  action      text collate "C" not null,
  -- Of (issuer, subject), under a key of the installation.
  person_hash bytea not null,
  reason      text not null
);

create index admin_action_person on admin_action (person_hash);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only.', tg_table_name;
end $$;

create trigger append_only before update or delete or truncate on admin_action
for each statement execute function refuse_change();
