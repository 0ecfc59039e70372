// The headers that keep browsers from doing what the product never needs.
import { createHash } from 'node:crypto'

export interface SecurityOptions {
  /** The page of the web app, whose inline scripts are the only ones allowed. */
  readonly html: string
  readonly https: boolean
  readonly sources?: ContentSources
}

/** What a page may load from elsewhere, which only some identity providers need. */
export interface ContentSources {
  readonly script?: readonly string[]
  readonly frame?: readonly string[]
  readonly connect?: readonly string[]
}

export const securityHeaders = ({
  html,
  https,
  sources = {},
}: SecurityOptions): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy(html, sources),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

const contentSecurityPolicy = (
  html: string,
  { script = [], frame = [], connect = [] }: ContentSources,
): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inlineHashes(html, 'script'), ...script].join(' '),
    ["style-src 'self'", ...inlineHashes(html, 'style')].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    ...(frame.length > 0 ? [`frame-src ${frame.join(' ')}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Hashes of what stands between the tags; a script that has a source has nothing there to allow. */
export const inlineHashes = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
    .filter(([, source]) => source !== '')
    .map(([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`)
