// The entry of the web app: opens the session and renders the app.
import './browser/jitless.ts'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app/app.tsx'
import { BrowserRouter } from './browser/browser-router.tsx'
import { openIdentity } from './session/open.ts'
import { showTheme } from './browser/theme.ts'
import { restoreReturnPath, startAtSignIn } from './session/login-state.ts'
import './styles/styles.css'

showTheme()
restoreReturnPath()
startAtSignIn()
const identity = openIdentity()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App identity={identity} />
    </BrowserRouter>
  </StrictMode>,
)
