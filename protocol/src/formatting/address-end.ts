import { scanAddress } from './address-scan.ts';

const TRAILING = /[.,:;!?']/;
const TRAILING_WIDE = /[\p{P}--[\p{ASCII}\p{Pe}\p{Pf}\p{Quotation_Mark}]]/v;
/** The wide forms of ASCII signs, some of which are symbols. */
const WIDE_FORM = /[[\uff00-\uff5e]&&[[\p{P}\p{S}]--\p{Pe}]]/v;
const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * Of an address that begins at `start`, without trailing punctuation and closing brackets that the address does not open. `marks`: the
 * signs of styles that are open there, which end at its end.
 */
export function findAddressEnd(text: string, start: number, marks: string): number {
  const found = text.slice(start, scanAddress(text, start));
  const depth: Record<string, number> = {};
  for (const sign of found) depth[sign] = (depth[sign] ?? 0) + 1;
  let end = found.length;
  while (end > 0) {
    const last = getLastSign(found, end);
    const opening = BRACKETS[last];
    const isLoose = opening !== undefined && (depth[last] ?? 0) > (depth[opening] ?? 0);
    if (!isTrailing(last) && !isLoose && !marks.includes(last)) break;
    depth[last] = (depth[last] ?? 0) - 1;
    end -= last.length;
  }
  return start + end;
}

function getLastSign(text: string, end: number): string {
  const [last = ''] = /[^]$/u.exec(text.slice(Math.max(0, end - 2), end)) ?? [];
  return last;
}

function isTrailing(sign: string): boolean {
  return TRAILING.test(sign) || TRAILING_WIDE.test(sign) || WIDE_FORM.test(sign);
}
