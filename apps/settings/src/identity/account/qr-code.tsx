import { create } from 'qrcode';

/** The light margin that scanners need (ISO/IEC 18004: four modules). */
const QUIET = 4;

/** Text as a QR code, rendered as SVG: the strict content security policy allows no `data:` image. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark = Array.from(modules.data).flatMap((on, at) => (on ? [[at % size, Math.floor(at / size)] as const] : []));
  const path = dark.map(([x, y]) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`).join('');
  const edge = size + 2 * QUIET;
  return (
    <svg className="ac-qr" viewBox={`0 0 ${edge} ${edge}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}
