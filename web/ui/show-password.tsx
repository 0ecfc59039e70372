// The eye at the end of a password field, which shows what was typed.
import { Icon } from './icons.tsx'

interface ShowPasswordProps {
  readonly isShown: boolean
  readonly onShow: (isShown: boolean) => void
}

export function ShowPassword({ isShown, onShow }: ShowPasswordProps) {
  return (
    <button
      type="button"
      aria-label="Show password"
      aria-pressed={isShown}
      onClick={() => onShow(!isShown)}
      className="absolute top-0.5 right-0.5 flex size-10 items-center justify-center rounded-control text-muted transition-colors duration-100 hover:text-ink"
    >
      <Icon name={isShown ? 'hide' : 'show'} />
    </button>
  )
}
