// How long a test of a screen waits for what it expects: a busy machine is slow, not wrong.
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 20_000 })
