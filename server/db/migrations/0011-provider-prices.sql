-- When the provider was asked for a price, also where it told the same one again: an order is executed only at a price
-- that was asked for after the order had arrived. Null where the price came with the bars of a day.
alter table quote add column asked_at timestamptz;

-- When each stock was last asked for, answered or not, by the clock of the database: requests keep their distance,
-- whichever node makes them and however often a node is started.
create table price_call (
  ticker_id smallint primary key references ticker,
  began_at  timestamptz not null
);
