// Starts the web app in the browser.
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
if (!root) throw new Error('The page has no place for the app')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App identity={identity} />
    </BrowserRouter>
  </StrictMode>,
)
