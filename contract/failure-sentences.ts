// The two sentences that server and web app both have to say by themselves: when something fails, and when no answer comes.

export const internalError = 'Something went wrong on our side. Please try again.'
export const unavailable = 'The service is not available right now. Please try again in a moment.'
