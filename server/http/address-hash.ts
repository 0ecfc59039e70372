// What stands for an address in the log: the same for a day, so that one who tries again and again can be seen to.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

import { groupAddress } from './address.ts'

const dayMs = 86_400_000

/** Of two days nobody can tell without the key whether it was the same address; within one, networks of /64 are one. */
export function createAddressHash(key: KeyObject, now: () => number): (address: string) => string {
  let day = Number.NaN
  let keyOfDay = key
  return (address) => {
    const today = Math.floor(now() / dayMs)
    if (today !== day) {
      keyOfDay = createSecretKey(createHmac('sha256', key).update(`day ${today}`).digest())
      day = today
    }
    return createHmac('sha256', keyOfDay).update(groupAddress(address)).digest('hex').slice(0, 16)
  }
}
