const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For the contents of elements, and for the values of attributes between quotation marks. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => REFERENCES[sign] ?? sign);
}
