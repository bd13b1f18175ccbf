import { escapeHtml } from './escape-html.ts';

/** HTML allows no control characters but white space, also not as references. */
const FORBIDDEN = /[\p{Cc}\p{Noncharacter_Code_Point}]/gu;

/** Escaped, and with a sign in place of each character that HTML does not allow. */
export function toHtmlText(text: string): string {
  const allowed = text
    .toWellFormed()
    .replace(FORBIDDEN, found => (found === '\n' || found === '\t' ? found : '\ufffd'));
  return escapeHtml(allowed);
}

/** A name, whose direction does not change that of the words around it. */
export function isolate(name: string): string {
  return `<bdi>${toHtmlText(name)}</bdi>`;
}
