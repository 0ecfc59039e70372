// One sentence about each company: what it does and how it earns its money.
import type { Ticker } from '@tengrand/core/tickers.ts'

export const aboutCompany: Readonly<Record<Ticker, string>> = {
  AAPL: 'Makes the iPhone, Mac and Apple Watch, and sells apps and subscriptions for them.',
  GOOGL: 'Owns Google, YouTube and Android, and earns most of its money from ads.',
  MSFT: 'Makes Windows, Office and Xbox, and rents out computing power with Azure.',
  AMZN: 'Runs the largest online store, and rents out computing power with AWS.',
  TSLA: 'Builds electric cars, and batteries that store energy.',
  META: 'Owns Facebook, Instagram and WhatsApp, and earns its money from ads.',
  NVDA: 'Designs the chips behind video games and artificial intelligence.',
  NFLX: 'Streams films and series to subscribers all over the world.',
  AMD: 'Designs processors and graphics chips for PCs, consoles and data centers.',
  INTC: 'Designs and makes processors for PCs and servers.',
  CRM: 'Sells online software that companies use to keep track of their customers.',
  ADBE: 'Makes Photoshop, Acrobat and other software for creative work and documents.',
  PYPL: 'Handles online payments, also between friends with Venmo.',
  UBER: 'Connects people with rides and food deliveries through its apps.',
  LYFT: 'Connects people with rides, mostly in North America.',
  SPOT: 'Streams music and podcasts, paid for by subscriptions and ads.',
}
