// A QR code as one path, black on white in both themes, because cameras need the contrast.
import { encodeQR } from 'qr'

/** The white margin that cameras need, in modules. */
const quietZone = 4

export default function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })
  const side = rows.length
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return (
    <svg
      role="img"
      aria-label="QR code of the link"
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="w-full rounded-control"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}
