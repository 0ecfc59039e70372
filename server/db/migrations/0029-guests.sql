-- Guests: accounts of the issuer 'guest', each in one lesson. Their names are those of their memberships. All nodes must be
-- stopped, because an older version takes every account for that of a person.
alter table account
  alter column display_name drop not null,
  alter column name_key drop not null,
  add constraint account_named check (num_nulls(display_name, name_key) = case issuer when 'guest' then 2 else 0 end);

alter table contest
  -- Of lessons: whether guests may join, and whether they take a name that is offered.
  add column guests boolean,
  add column generated_names boolean;

update contest set guests = false, generated_names = false where kind = 'lesson';

alter table contest add constraint contest_guests check (
  num_nulls(guests, generated_names) = case kind when 'lesson' then 0 else 2 end
);

-- The names of guests are unique in their lesson; core/guest-name.ts makes the keys. A removed guest has none.
alter table membership
  add column name_key text collate "C",
  add constraint membership_named check (num_nulls(name, name_key) in (0, 2)),
  add constraint membership_name_key unique (contest_id, name_key);

-- Whether the member was a guest, who is deleted a week after the end.
alter table final_place add column is_guest boolean not null default false;

-- The codes that let guests back in, each once.
create table guest_pass (
  hash       bytea primary key,
  account_id bigint not null unique references account on delete cascade,
  expires_at timestamptz not null
);
