// The way to the comparison as a picture; what makes it is fetched when it is wanted.
import { useState } from 'react'

import { lazyPage } from '../browser/lazy.tsx'
import { Button } from '../ui/button.tsx'
import type { PictureFacts } from './picture.ts'

/** Nothing, until there is something to draw. */
export function SavePicture({ facts }: { facts: PictureFacts | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="secondary"
        aria-haspopup="dialog"
        disabled={!facts}
        onClick={() => setOpen(true)}
        className="shrink-0 max-sm:mt-3 max-sm:w-full"
      >
        Save as picture
      </Button>
      {isOpen && facts && <PictureDialog facts={facts} onClose={() => setOpen(false)} />}
    </>
  )
}

const PictureDialog = lazyPage(
  () => import('./picture-dialog.tsx'),
  <p role="status" className="sr-only">
    Preparing the picture...
  </p>,
)
