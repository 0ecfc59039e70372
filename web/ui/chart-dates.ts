// How a chart names its days and hours: those of New York, and the hours say so.

const timeZone = 'America/New_York'

export const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
export const hour = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
  timeZone,
})
export const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone })
