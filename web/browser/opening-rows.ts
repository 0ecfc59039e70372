// Rows that open the page of their link by a click anywhere in them, while their text can still be selected. The link
// itself stays a link, for the keyboard and for the middle button.

/** The `ref` of an element with rows; each row has the link that it opens as its first link. */
export function openingRows(list: HTMLElement | null): (() => void) | void {
  if (!list) return
  let press: Press | null = null
  const begin = ({ clientX: x, clientY: y }: PointerEvent): void => {
    press = { x, y, hadSelection: hasSelection() }
  }
  const open = (click: MouseEvent): void => {
    const { target, detail, shiftKey, ctrlKey, metaKey } = click
    if (!(target instanceof Element) || target.closest('a, button, input, label')) return
    // A second click and one with Shift select text.
    if (detail > 1 || shiftKey || hasSelection() || isSelecting(press, click)) return
    const link = target.closest('tr, li, [role=row]')?.querySelector('a')
    link?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }),
    )
  }
  list.addEventListener('pointerdown', begin)
  list.addEventListener('click', open)
  return () => {
    list.removeEventListener('pointerdown', begin)
    list.removeEventListener('click', open)
  }
}

interface Press {
  readonly x: number
  readonly y: number
  readonly hadSelection: boolean
}

/**
 * Whether the click ends a drag, or takes a selection away. The selection at the time of the click is not enough for
 * that: a new price replaces the text that was being selected, and the selection with it.
 */
const isSelecting = (press: Press | null, { clientX, clientY }: MouseEvent): boolean =>
  press !== null &&
  (press.hadSelection || Math.hypot(clientX - press.x, clientY - press.y) > movedPx)

const movedPx = 4

const hasSelection = (): boolean => getSelection()?.isCollapsed === false
