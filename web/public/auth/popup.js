// The end of a sign-in with Google: tells the page that opened this window how it went, and closes the window.
const asked = new URLSearchParams(location.search)
const channel = new BroadcastChannel('tengrand-google')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
channel.postMessage({ nonce: asked.get('nonce'), error: asked.get('error') })

// Seen only for a moment, or where the browser does not let a page close its window.
Object.assign(document.body.style, {
  display: 'grid',
  minHeight: '100vh',
  margin: 0,
  placeItems: 'center',
  font: '1rem/1.5 system-ui, sans-serif',
})

// A moment later, because a message can be lost with the window that sent it.
setTimeout(() => window.close(), 100)
