/** Words, and signs that a reader would miss. Programs put the other ASCII signs around addresses and cells. */
const WORD = /[\p{L}\p{N}\p{M}]+|[$+=]|[^\P{S}\0-\x7f]/gu;
/** Soft hyphens, directions, joiners and variants. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Programs write different ones for the same list. */
const MARKER = /^\s*(?:\(?(?:[\p{N}a-z]{1,4}[.)]){1,6}|[◦▪▫◾◽●○■□◆◇►▶➢➤➔✓✔✗✘☐☑☒])(?=\s)/gimu;
/** Mail programs write them for pictures. */
const PICTURE_NAME = /\[(?:image|cid|bild)\s?:[^\]]{0,200}\]/gi;

export function removePictureNames(plain: string): string {
  return plain.replaceAll(PICTURE_NAME, ' ');
}

/** Whether `text`, or one of the `others`, has every word and sign of `plain` as often. Their order can differ. */
export function keepsWords(plain: string, text: string, others: readonly string[]): boolean {
  const left = countWords([text, decodeAddresses(text), ...others].join('\n'));
  for (const [word, count] of countWords(plain.replaceAll(MARKER, '')))
    if ((left.get(word) ?? 0) < count) return false;
  return true;
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const visible = text.replaceAll(INVISIBLE, '').normalize('NFKC').toLowerCase();
  for (const [word] of visible.matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Plain texts have addresses as people read them. */
function decodeAddresses(text: string): string {
  return [...text.matchAll(/(?:%[\da-f]{2})+/gi)]
    .map(([bytes]) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return '';
      }
    })
    .join(' ');
}
