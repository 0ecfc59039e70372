-- The embedded identity provider. It has a schema of its own, because the rest of the product knows people only as
-- (issuer, subject). The first four tables have the names and columns that better-auth 1.7 expects; the checks keep out
-- what it would store and nobody needs.
create schema identity;

create table identity."user" (
  id              text collate "C" primary key,
  name            text not null check (name = ''),
  email           text collate "C" not null unique check (email = lower(email) and length(email) <= 254),
  "emailVerified" boolean not null,
  image           text check (image is null),
  "createdAt"     timestamptz not null,
  "updatedAt"     timestamptz not null
);

create table identity.session (
  id          text collate "C" primary key,
  "expiresAt" timestamptz not null,
  token       text collate "C" not null unique,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text check ("ipAddress" is null),
  "userAgent" text check ("userAgent" is null),
  "userId"    text collate "C" not null references identity."user" on delete cascade
);

create index session_owner on identity.session ("userId");
create index session_expiry on identity.session ("expiresAt");

-- A way to sign in: a password (provider 'credential') or somebody who vouches for the person ('google').
create table identity.account (
  id                      text collate "C" primary key,
  "accountId"             text collate "C" not null,
  "providerId"            text collate "C" not null,
  "userId"                text collate "C" not null references identity."user" on delete cascade,
  "accessToken"           text check ("accessToken" is null),
  "refreshToken"          text check ("refreshToken" is null),
  "idToken"               text check ("idToken" is null),
  "accessTokenExpiresAt"  timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope                   text,
  password                text,
  "createdAt"             timestamptz not null,
  "updatedAt"             timestamptz not null,
  unique ("providerId", "accountId"),
  -- Whoever Google gives an old address to does not join the account of the one who had it before.
  unique ("userId", "providerId"),
  check (("providerId" = 'credential') = (password is not null))
);

create table identity.verification (
  id          text collate "C" primary key,
  identifier  text not null,
  value       text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);

create index verification_identifier on identity.verification (identifier);

-- Links to choose a new password; whoever reads this table cannot use them.
create table identity.reset_link (
  token_hash bytea primary key,
  user_id    text collate "C" not null references identity."user" on delete cascade,
  expires_at timestamptz not null
);

create index reset_link_owner on identity.reset_link (user_id);

-- Keys that sign tokens, the private halves encrypted with the installation's secret.
create table identity.signing_key (
  id          text collate "C" primary key,
  public_key  jsonb not null,
  private_key bytea not null,
  created_at  timestamptz not null,
  -- When another one takes over; tokens it has signed are good until they end.
  expires_at  timestamptz not null
);

-- When something was tried lately, under keyed hashes of addresses and e-mails.
create table identity.throttle (
  key     bytea primary key,
  -- What a new password wipes out.
  account bytea,
  times   timestamptz[] not null,
  until   timestamptz not null
);

create index throttle_account on identity.throttle (account);
create index throttle_until on identity.throttle (until);
