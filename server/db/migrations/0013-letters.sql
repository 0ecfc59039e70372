-- Letters that are to be sent, kept until they are: a mail server that is down or a process that ends loses none.
create table letter (
  -- Of what the letter is about, under a keyed hash: whoever asks twice for the same waits for one letter.
  key          bytea primary key,
  -- Another one each time that the letter is asked for.
  id           uuid not null,
  kind         text collate "C" not null,
  -- What the letter is about, encrypted with the installation's secret: whoever reads this table learns no address or link.
  sealed       bytea not null,
  -- When it was asked for first and last.
  since        timestamptz not null,
  asked_at     timestamptz not null,
  -- When it is tried next.
  due_at       timestamptz not null,
  -- Until then one node has it in hand.
  leased_until timestamptz,
  tries        integer not null default 0
);

create index letter_due on letter (due_at);
