-- Which market this installation's trades are made under, and the secret of the simulated one.
alter table installation
  add column market_source      text,
  add column market_fingerprint text,
  add column market_secret      bytea;

-- Tickers are two-byte keys, so that a million positions stay small and a ranking is arithmetic.
create table ticker (
  id     smallint primary key,
  symbol text collate "C" not null unique
);

insert into ticker (id, symbol) values
  (1, 'AAPL'), (2, 'GOOGL'), (3, 'MSFT'), (4, 'AMZN'), (5, 'TSLA'), (6, 'META'), (7, 'NVDA'), (8, 'NFLX'),
  (9, 'AMD'), (10, 'INTC'), (11, 'CRM'), (12, 'ADBE'), (13, 'PYPL'), (14, 'UBER'), (15, 'LYFT'), (16, 'SPOT');

-- The latest price of a provider. The simulated market is computed and stores nothing here.
create table quote (
  ticker_id   smallint primary key references ticker,
  price_cents bigint not null check (price_cents > 0),
  at          timestamptz not null
);

-- Closing prices of hours and days, adjusted for every split in the table below.
create table bar (
  ticker_id   smallint not null references ticker,
  step        text collate "C" not null check (step in ('hour', 'day')),
  at          timestamptz not null,
  price_cents bigint not null check (price_cents > 0),
  primary key (ticker_id, step, at)
);

-- How far a provider has been asked, so that what it does not have is not asked for again.
create table bar_span (
  ticker_id smallint not null references ticker,
  step      text collate "C" not null check (step in ('hour', 'day')),
  through   timestamptz not null,
  primary key (ticker_id, step)
);

-- Facts: from this day on, numerator new shares stand for denominator old ones.
create table split (
  ticker_id   smallint not null references ticker,
  day         date not null,
  numerator   bigint not null check (numerator > 0),
  denominator bigint not null check (denominator > 0),
  learnt_at   timestamptz not null default now(),
  primary key (ticker_id, day)
);
