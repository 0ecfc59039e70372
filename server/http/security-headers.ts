// The security headers of all responses, with the content security policy.
import { createHash } from 'node:crypto'

export interface SecurityOptions {
  /** The page of the web app; only its inline scripts are allowed. */
  readonly html: string
  readonly https: boolean
  readonly sources?: ContentSources
}

/** Foreign origins, which only some identity providers need. */
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

/** Hashes of the inline content of tags; scripts with a src have none. */
export const inlineHashes = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))]
    .filter(([, source]) => source !== '')
    .map(([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`)
