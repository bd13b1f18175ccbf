import { parseClipboardHtml } from './html-node.ts';
import { readHtml } from './read-html.ts';
import { writeMarks } from './write-marks.ts';

/** Rich text as text with marks; undefined if it adds nothing to the plain text, or is larger than a chat message needs. */
export function htmlToMarks(html: string): string | undefined {
  const root = parseClipboardHtml(html);
  const blocks = root && readHtml(root);
  return (blocks && writeMarks(blocks)) || undefined;
}
