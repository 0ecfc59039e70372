-- What a portfolio is compared with is bought at the prices of the moment in which it was opened, of a share as it was
-- counted then. Only where prices are a provider's, of which the minutes that are past cannot be asked for any more.
alter table portfolio add column opening_prices bigint[]
  constraint portfolio_opening_prices check (array_dims(opening_prices) = '[1:16]');
