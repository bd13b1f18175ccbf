import { encode } from 'uqr';

/** The quiet zone around a code, in modules (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4;

/** `path`: the dark modules as an SVG path. `size`: width and height in modules, with the quiet zone. */
export interface QrDrawing {
  path: string;
  size: number;
}

/** Error correction level M: up to 15 % of the code may be damaged. */
export function drawQrCode(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { path: data.flatMap(drawRow).join(''), size };
}

/** One rectangle for each run of dark modules: separate modules could show seams. */
function drawRow(row: readonly boolean[], y: number): string[] {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []));
  return starts.map(x => {
    const length = row.indexOf(false, x) - x;
    return `M${x} ${y}h${length}v1h-${length}z`;
  });
}
