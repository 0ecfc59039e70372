// A notice: a sentence in the color of its tone, with an icon, so that color is not the only sign.
import type { ReactNode } from 'react'

import { Icon, type IconName } from './icons.tsx'

type Tone = 'info' | 'success' | 'warning' | 'error'

interface NoticeProps {
  readonly tone: Tone
  /** Whether the notice is no live region, because screen readers would repeat a text that changes often. */
  readonly quiet?: boolean
  /** The id for the `aria-describedby` of a field. */
  readonly id?: string
  readonly className?: string
  readonly children: ReactNode
}

export function Notice({ tone, quiet = false, id, className = '', children }: NoticeProps) {
  const { icon, look } = tones[tone]
  const role = tone === 'error' ? 'alert' : 'status'
  return (
    <div
      id={id}
      role={quiet ? undefined : role}
      className={`flex gap-3 rounded-control px-4 py-3 text-14 ${look} ${className}`}
    >
      <Icon name={icon} />
      <div className="min-w-0 text-pretty">{children}</div>
    </div>
  )
}

const tones: Readonly<Record<Tone, { icon: IconName; look: string }>> = {
  info: { icon: 'info', look: 'bg-accent-soft text-accent' },
  success: { icon: 'check', look: 'bg-gain-soft text-gain' },
  warning: { icon: 'alert', look: 'bg-pro-soft text-pro' },
  error: { icon: 'alert', look: 'bg-loss-soft text-loss' },
}
