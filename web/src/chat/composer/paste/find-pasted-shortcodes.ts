import type { ClosedShortcode } from '../find-shortcode.ts';
import type { PastedMarks } from './html-to-marks.ts';

/** The places of the names in a text that begins at `offset`. */
export function findPastedShortcodes({ text, shortcodes }: PastedMarks, offset: number): ClosedShortcode[] {
  let from = 0;
  return shortcodes.flatMap(shortcode => {
    const place = text.indexOf(shortcode, from);
    if (place === -1) return [];
    from = place + shortcode.length;
    const start = offset + place;
    return { start, end: start + shortcode.length, text: shortcode, hasOwnTone: true };
  });
}
