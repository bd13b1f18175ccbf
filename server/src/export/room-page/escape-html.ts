const SPECIAL = /[&<>"']/g;
/** HTML allows no control characters but white space, also not as references. */
const FORBIDDEN = /[\p{Cc}\p{Noncharacter_Code_Point}]/gu;
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For the contents of elements, and for the values of attributes between quotation marks. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, found => (found === '\n' || found === '\t' ? found : '\ufffd'))
    .replace(SPECIAL, found => REFERENCES[found] ?? '');
}

/** A name, whose direction does not change that of the words around it. */
export function isolate(name: string): string {
  return `<bdi>${escapeHtml(name)}</bdi>`;
}
