// Defines every metric with its labels and help text. No label contains a path or personal data.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type Defined = ReturnType<typeof defineMetrics>

export const defineMetrics = (registry: Registry) => ({
  ...defineCounters([registry]),
  ...defineGauges([registry]),
  ...defineOfLessons([registry]),
})

function defineCounters(registers: Registry[]) {
  const counter = <const L extends string = never>(name: string, help: string, labels: L[] = []) =>
    new Counter({ name, help, labelNames: labels, registers })
  return {
    requests: counter(
      'tengrand_requests_total',
      'Answers by call of the API and status; page is the web app, unknown any other address.',
      ['call', 'status'],
    ),
    duration: new Histogram({
      name: 'tengrand_request_duration_seconds',
      help: 'Time until an answer was sent, by call; the stream of prices, which lasts, is left out.',
      labelNames: ['call'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    orders: counter(
      'tengrand_orders_total',
      'Orders by outcome: executed at once, waiting, filled after they waited, or the code of the refusal.',
      ['outcome'],
    ),
    batchOrders: new Histogram({
      name: 'tengrand_batch_orders',
      help: 'Orders in one batch, which is one transaction.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128],
      registers,
    }),
    batchWait: new Histogram({
      name: 'tengrand_batch_wait_seconds',
      help: 'How long the first order of a batch had waited in the queue when the batch began.',
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    upstream: counter(
      'tengrand_upstream_calls_total',
      'Requests to the provider of prices by result; refused is a 429.',
      ['provider', 'result'],
    ),
    processor: counter('process_cpu_seconds_total', 'Time of the processor that was taken.'),
    tasks: counter(
      'tengrand_task_runs_total',
      'Runs of the jobs of this node by result: done or failed.',
      ['task', 'result'],
    ),
  }
}

/** Set at each scrape. */
function defineGauges(registers: Registry[]) {
  const gauge = <const L extends string = never>(name: string, help: string, labels: L[] = []) =>
    new Gauge({ name, help, labelNames: labels, registers })
  return {
    loopDelay: gauge(
      'tengrand_event_loop_delay_seconds',
      'How late the event loop was since the last look: half, 99 of 100, and the worst.',
      ['quantile'],
    ),
    memory: gauge('process_resident_memory_bytes', 'Memory of the process.'),
    queue: gauge('tengrand_queue_orders', 'Orders that wait for their batch, of 2048 at most.'),
    connections: gauge(
      'tengrand_pool_connections',
      'Connections to the database by pool (shared, or orders for batches) and state (busy, idle).',
      ['pool', 'state'],
    ),
    poolWaiting: gauge('tengrand_pool_waiting', 'Work that waits for a connection of the pool.', [
      'pool',
    ]),
    streams: gauge('tengrand_streams_open', 'Open streams of prices, of 5000 at most.'),
    priceAge: gauge('tengrand_price_age_seconds', 'Age of the latest price of each stock.', [
      'ticker',
    ]),
    marketOpen: gauge('tengrand_market_open', '1 while the market is open, else 0.'),
    messages: gauge('tengrand_mail_waiting', 'Messages that wait to be sent, of all nodes.'),
    oldestMessage: gauge(
      'tengrand_mail_oldest_seconds',
      'How long the oldest message has waited to be sent; 0 where none waits.',
    ),
    accounts: gauge(
      'tengrand_accounts',
      'Accounts in all, read once a minute at most: counted up to 100000, above that an estimate.',
    ),
    trades: gauge(
      'tengrand_trades',
      'Trades in all, read once a minute at most: counted up to 100000, above that an estimate.',
    ),
    openLeagues: gauge('tengrand_leagues_open', 'Leagues that run, read once a minute at most.'),
    leagueMembers: gauge(
      'tengrand_league_members',
      'Members of open leagues, read once a minute at most; who is in two leagues counts twice.',
    ),
    build: gauge('tengrand_build_info', '1, with the versions of the product and of Node.', [
      'version',
      'node',
    ]),
  }
}

const defineOfLessons = (registers: Registry[]) => ({
  tickDelay: new Histogram({
    name: 'tengrand_lesson_tick_delay_seconds',
    help: 'Time from the beginning of a tick of a lesson until its prices are sent.',
    buckets: [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2, 5],
    registers,
  }),
  runningLessons: new Gauge({
    name: 'tengrand_lessons_running',
    help: 'Lessons that were started and are not over, read once a minute at most.',
    registers,
  }),
})
