// Waits for what a page announces to screen readers.
import { screen } from '@testing-library/react'

export const alertText = async () => (await screen.findByRole('alert')).textContent
export const statusText = async () => (await screen.findByRole('status')).textContent
