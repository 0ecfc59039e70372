// The two pages of our own waitlist: a form, and the thanks for it. They are plain HTML, so that they work without scripts.
import { inlineHashes } from '../http/security-headers.ts'

export interface Pages {
  readonly form: (face?: FormFace) => string
  readonly thanks: string
  /** What these pages may do, which is next to nothing. */
  readonly policy: string
}

interface FormFace {
  /** What was typed and could not be taken. */
  readonly email?: string
  readonly problem?: string
}

/** The font has another name in every build of the web app, and none where that is not built. */
export function createPages(fontPath: string | null): Pages {
  const style = fontPath === null ? look : `${fontFace(fontPath)}${look}`
  const frame = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Tengrand</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
<script>${followTheme}</script>
</head>
<body>
<header><a href="/">${logo}<span><b>Tengrand</b><small>Stock Market Simulator</small></span></a></header>
<main>
${content}
</main>
</body>
</html>
`
  const thanks = frame('You are on the list', thanksContent)
  return {
    form: (face = {}) => {
      const title = 'Join the Pro waitlist'
      return frame(face.problem === undefined ? title : `Error: ${title}`, formContent(face))
    },
    thanks,
    policy: [
      "default-src 'none'",
      `script-src ${inlineHashes(thanks, 'script').join(' ')}`,
      `style-src ${inlineHashes(thanks, 'style').join(' ')}`,
      "img-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

const formContent = ({ email = '', problem }: FormFace): string => `<h1>Join the Pro waitlist</h1>
<p>Pro is planned as a subscription with AI-powered insights. Leave your e-mail, and you will hear when it opens.</p>
<form method="post" action="/waitlist">
<label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false" value="${escape(email)}"${problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem" autofocus'}>
${problem === undefined ? '' : `<p id="problem" class="problem" role="alert">${escape(problem)}</p>\n`}<button>Join the waitlist</button>
</form>
<p class="small">Your e-mail is kept for news about Pro and for nothing else.</p>`

const thanksContent = `<h1>You're on the list!</h1>
<p>Thank you. You will hear when Pro opens. This tab can be closed.</p>
<p><a href="/dashboard">Go to the dashboard</a></p>`

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** As the web app keeps it; without scripts the system's choice stands. */
const followTheme =
  "try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}"

const logo =
  '<svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="9"/><path d="M7.5 21.5 13 15l4 4 8-9.5"/></svg>'

const fontFace = (path: string): string =>
  `@font-face{font-family:Geist;src:url("${path}") format("woff2");font-weight:100 900;font-display:swap}`

const look = `:root{color-scheme:light dark;font:16px/1.5 Geist,system-ui,sans-serif;--line:light-dark(#e1e4ea,#262b36);--ink:light-dark(#12151c,#eef1f6);--muted:light-dark(#565e6c,#9ca5b5);--accent:light-dark(#1f4fd8,#8fb0ff);--surface:light-dark(#fff,#13161d);--loss:light-dark(#be2a2f,#ff8a82)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:light-dark(#f6f7f9,#0b0d12);color:var(--ink);-webkit-font-smoothing:antialiased}
header{padding:1.5rem 1rem 0;max-width:30rem;margin:0 auto}
header a{display:inline-flex;align-items:center;gap:.625rem;color:inherit;text-decoration:none;border-radius:.625rem}
header svg{width:2.25rem;height:2.25rem;fill:var(--accent)}
header path{fill:none;stroke:light-dark(#fff,#0b0d12);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
header b,header small{display:block;line-height:1.25rem}header b{font-weight:600;letter-spacing:-.02em}header small{font-size:.75rem;line-height:1rem;color:var(--muted)}
main{max-width:28rem;margin:2rem auto 3rem;padding:1.5rem;background:var(--surface);border:1px solid var(--line);border-radius:1rem}
@media(max-width:30rem){main{margin:1.5rem 1rem}}
h1{font-size:1.5rem;line-height:2rem;font-weight:600;letter-spacing:-.02em;margin:0;text-wrap:balance}
p{margin:.5rem 0 0;font-size:.9375rem;color:var(--muted);text-wrap:pretty}
form{margin-top:1.5rem}label{display:block;font-size:.875rem;font-weight:500;margin-bottom:.375rem}
input{width:100%;height:2.75rem;padding:0 .875rem;font:inherit;color:inherit;background:var(--surface);border:1px solid light-dark(#868e9c,#6a7385);border-radius:.625rem}
input[aria-invalid]{border-color:var(--loss)}
.problem{color:var(--loss)}.small{font-size:.75rem;margin-top:1rem}
button{width:100%;min-height:2.75rem;margin-top:1rem;font:inherit;font-size:.9375rem;font-weight:500;color:light-dark(#fff,#12151c);background:var(--ink);border:0;border-radius:.625rem;cursor:pointer}
main a{color:var(--accent);font-weight:500}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`
