-- A learner's account. People are known by who vouches for them and under which name; the e-mail is not kept here.
create table account (
  id           bigint generated always as identity primary key,
  issuer       text collate "C" not null,
  subject      text collate "C" not null,
  -- What others see; it says nothing about the sign-in.
  public_id    uuid not null default gen_random_uuid() unique,
  display_name text collate "C" not null,
  cash_cents   bigint not null check (cash_cents >= 0),
  created_at   timestamptz not null,
  unique (issuer, subject)
);

create unique index account_display_name on account (lower(display_name));
