// The choice between light, dark and what the system says.
import { chooseTheme, useTheme, type Theme } from '../theme.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Popup } from '../ui/popup.tsx'
import { Ranges } from '../ui/ranges.tsx'

export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <Popup label={`Theme: ${theme}`} face={<Icon name={icons[theme]} />}>
      <Ranges label="Theme" choices={choices} value={theme} onChange={chooseTheme} />
    </Popup>
  )
}

const icons: Readonly<Record<Theme, IconName>> = { light: 'sun', dark: 'moon', system: 'screen' }

const choices = [
  { value: 'light', label: face('light', 'Light') },
  { value: 'dark', label: face('dark', 'Dark') },
  { value: 'system', label: face('system', 'System') },
] as const

function face(theme: Theme, word: string) {
  return (
    <>
      <Icon name={icons[theme]} className="size-4" />
      {word}
    </>
  )
}
