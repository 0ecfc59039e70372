// A sentence that the reader should notice, in the color of its meaning and with an icon, so that color is never alone.
import type { ReactNode } from 'react'

import { Icon, type IconName } from './icons.tsx'

type Tone = 'info' | 'success' | 'warning' | 'error'

interface NoticeProps {
  readonly tone: Tone
  /** For words that keep changing, which would otherwise be read out again and again. */
  readonly quiet?: boolean
  /** For the field that the sentence is about. */
  readonly id?: string
  readonly children: ReactNode
}

export function Notice({ tone, quiet = false, id, children }: NoticeProps) {
  const { icon, look } = tones[tone]
  const role = tone === 'error' ? 'alert' : 'status'
  return (
    <div
      id={id}
      role={quiet ? undefined : role}
      className={`flex gap-3 rounded-control px-4 py-3 text-14 ${look}`}
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
