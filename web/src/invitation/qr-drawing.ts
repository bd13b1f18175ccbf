import { encode } from 'uqr';

/** The quiet zone around a code, in modules (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4;

/** `path`: the dark modules, each one by one, as an SVG path. `size`: width and height with the quiet zone. */
export interface QrDrawing {
  path: string;
  size: number;
}

/** A QR code that can be read with up to 15 % of it covered. */
export function drawQrCode(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { path: data.flatMap(drawRow).join(''), size };
}

/** One step for each run of dark modules: between two of their own there could be a seam. */
function drawRow(row: readonly boolean[], y: number): string[] {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []));
  return starts.map(x => {
    const length = row.indexOf(false, x) - x;
    return `M${x} ${y}h${length}v1h-${length}z`;
  });
}
