// The choice between light, dark and what the system says.
import { chooseTheme, useTheme, type Theme } from '../browser/theme.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Ranges } from '../ui/ranges.tsx'

export function ThemeChoice() {
  return <Ranges label="Theme" choices={choices} value={useTheme()} onChange={chooseTheme} />
}

const choices = [
  { value: 'light', label: face('sun', 'Light') },
  { value: 'dark', label: face('moon', 'Dark') },
  { value: 'system', label: face('screen', 'System') },
] as const satisfies readonly { value: Theme; label: object }[]

function face(icon: IconName, word: string) {
  return (
    <>
      <Icon name={icon} className="size-4" />
      {word}
    </>
  )
}
