// A letter in the form that the library for mail takes.
import type { SendMailOptions } from 'nodemailer'

import type { Letter } from './letter.ts'

/** Addresses are given in parts: the library would read a text as a list of them. */
export const compose = (letter: Letter, from: string, at: number): SendMailOptions => ({
  from: partsOf(from),
  to: { name: '', address: letter.to },
  subject: letter.subject,
  text: letter.text,
  html: letter.html,
  date: new Date(at),
  // Nobody reads an answer, and no machine should send one.
  headers: { 'auto-submitted': 'auto-generated' },
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true,
})

function partsOf(sender: string): { name: string; address: string } {
  const [, name, address] = /^(.*) <(.*)>$/.exec(sender) ?? ['', '', sender]
  return { name: (name ?? '').trim().replace(/^"(.*)"$/, '$1'), address: address ?? sender }
}
