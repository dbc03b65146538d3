import { encode } from 'uqr';

/** A QR code, drawn dark on white in both themes. Always show the text that it holds beside it. */
export function Qr({ value, label, size = 192 }: { value: string; label: string; size?: number }) {
  const { data, size: cells } = encode(value, { border: 3, ecc: 'M' });
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg
      aria-label={label}
      className="rounded-control bg-qr-paper text-qr-ink"
      height={size}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${cells} ${cells}`}
      width={size}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
