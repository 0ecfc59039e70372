-- Who wants to hear of Pro, where no form of somebody else keeps that. The e-mails are not those of the accounts.
create table waitlist (
  email     text collate "C" primary key check (email = lower(email) and length(email) <= 254),
  joined_at timestamptz not null,
  -- Written for an e-mail that is known already as well: whoever measures how long that takes learns nothing from it.
  asked_at  timestamptz not null
);

create index waitlist_order on waitlist (joined_at, email);
