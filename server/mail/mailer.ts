// Sends messages to people by the carrier that the configuration names.
import type { Carrier, MailDeps } from './carrier.ts'
import { refuseForgery } from './message.ts'
import { openOutbox } from './mail-folder.ts'
import { openSmtp } from './smtp.ts'

export interface Mailer extends Carrier {
  /** Whether messages go nowhere although people rely on them. */
  readonly isSmtpMissing: boolean
}

export function openMailer(deps: MailDeps): Mailer {
  const { smtpUrl, isSmtpMissing } = deps.config
  const carrier = smtpUrl === null ? openOutbox(deps) : openSmtp(deps)
  return {
    isSmtpMissing,
    send: async (message) => {
      refuseForgery(message)
      await carrier.send(message)
    },
    close: carrier.close,
  }
}
