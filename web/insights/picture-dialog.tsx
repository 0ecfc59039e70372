// The dialog that saves the comparison as a picture: a preview, the choices of name and colors, and the save button.
import { useEffect, useId, useMemo, useState } from 'react'

import { useAccount } from '../account/display-name.tsx'
import { nameOf, useMarketSource } from '../session/price-source.tsx'
import { useTheme } from '../browser/theme.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Ranges } from '../ui/ranges.tsx'
import { saveFile } from '../ui/save-file.ts'
import { blobOf, drawPicture } from './draw-picture.ts'
import { schemeOf, type Scheme } from './pen.ts'
import { altOf, fileOf, pictureOf, type Picture, type PictureFacts } from './picture.ts'

interface PictureDialogProps {
  readonly facts: PictureFacts
  readonly onClose: () => void
}

export default function PictureDialog({ facts, onClose }: PictureDialogProps) {
  const [isNamed, setNamed] = useState(false)
  const [chosen, choose] = useState<Scheme>()
  const shown = schemeOf(useTheme())
  const scheme = chosen ?? shown
  const picture = usePicture(facts, isNamed)
  const { source, message, save } = useDrawing(picture, scheme, fileOf(facts))
  return (
    <Dialog title="Save as picture" onCancel={onClose}>
      <Preview source={source} alt={altOf(picture)} />
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <NameChoice isOn={isNamed} onChange={setNamed} />
        <Ranges label="Colors" choices={schemes} value={scheme} onChange={choose} />
      </div>
      <p role="status" className="mt-2 min-h-5 wrap-anywhere text-muted">
        {message}
      </p>
      <div className="mt-3 flex flex-col gap-2 sm:flex-row-reverse">
        <Button onClick={save} className="sm:flex-1">
          Save picture
        </Button>
        <Button kind="secondary" onClick={onClose} className="sm:flex-1">
          Close
        </Button>
      </div>
    </Dialog>
  )
}

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function usePicture({ history, range }: PictureFacts, isNamed: boolean): Picture {
  const { data: account } = useAccount()
  const market = useMarketSource()?.market
  const name = isNamed && account ? account.display_name : null
  return useMemo(
    () => pictureOf({ history, range }, { name, prices: market ? nameOf(market) : null }),
    [history, range, name, market],
  )
}

const failed = 'The picture could not be made in this browser.'

function useDrawing(picture: Picture, scheme: Scheme, file: string) {
  const [source, setSource] = useState<string>()
  const [status, setStatus] = useState({ words: '', picture, scheme })
  useEffect(() => {
    let isCurrent = true
    drawPicture(picture, scheme).then(
      // A data URL, since the content security policy allows no blob: images.
      (canvas) => isCurrent && setSource(canvas.toDataURL('image/png')),
      () => isCurrent && setStatus({ words: failed, picture, scheme }),
    )
    return () => void (isCurrent = false)
  }, [picture, scheme])
  // Draws again: the preview may still show the previous choices.
  const save = async (): Promise<void> => {
    let words = `Saved as ${file}.`
    try {
      saveFile(file, 'image/png', await blobOf(await drawPicture(picture, scheme)))
    } catch {
      words = failed
    }
    setStatus({ words, picture, scheme })
  }
  // Empty once another picture is chosen.
  const message = status.picture === picture && status.scheme === scheme ? status.words : ''
  return { source, message, save: () => void save() }
}

/** Reserves the size of the picture while it is being drawn. */
function Preview({ source, alt }: { source: string | undefined; alt: string }) {
  return (
    <div className="mt-4 aspect-[1200/630] overflow-hidden rounded-control border border-line bg-sunken">
      {source !== undefined && <img src={source} alt={alt} width={1200} height={630} />}
    </div>
  )
}

function NameChoice({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { data, error } = useAccount()
  const note = useId()
  return (
    <div>
      <label className="flex min-h-10 items-center gap-2.5">
        <input
          type="checkbox"
          checked={isOn}
          disabled={!data}
          aria-describedby={note}
          onChange={() => onChange(!isOn)}
          className="size-4 accent-accent"
        />
        Show my name
      </label>
      <p id={note} className="-mt-1.5 pl-6.5 text-12 wrap-anywhere text-muted">
        {data?.display_name ?? (error ? 'Your name could not be loaded.' : 'Loading...')}
      </p>
    </div>
  )
}
