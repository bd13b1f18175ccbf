/** A piece of a message: words, or with `href` a link. `host`: where it leads, if that is not as it is written. */
export interface TextPiece {
  label: string;
  href?: string;
  host?: string;
}

// Nothing that cannot be seen is part of an address: it could turn around what is read. One pass, without going back.
const URL_PATTERN = /(?<![\p{L}\p{N}])(?:https?:\/\/|mailto:)[^\s<>"\p{C}]+/giu;
const AUTHORITY = /^[a-z]+:\/\/([^/?#\\]*)/i;

/** A message in pieces, which put together are the message. Only http, https and mailto become links. */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(URL_PATTERN)) {
    const link = toLink(found.slice(0, findAddressEnd(found)));
    if (!link) continue;
    if (index > end) pieces.push({ label: text.slice(end, index) });
    pieces.push(link);
    end = index + link.label.length;
  }
  if (end < text.length) pieces.push({ label: text.slice(end) });
  return pieces;
}

function toLink(label: string): (TextPiece & { href: string }) | undefined {
  if (!URL.canParse(label)) return undefined;
  const { protocol, host, pathname, href } = new URL(label);
  if (protocol === 'mailto:') return /.@./.test(pathname) ? { label, href } : undefined;
  // A name before an @, letters that look like others, a number in disguise: what is read is not where it leads.
  const isAsWritten = AUTHORITY.exec(label)?.[1]?.toLowerCase() === host;
  return { label, href, ...(!isAsWritten && { host }) };
}

const TRAILING_PUNCTUATION = new Set(".,:;!?'’”»…*_~|");
const OPENING_BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Without what belongs to the sentence around it: marks, and brackets that it does not open itself. */
function findAddressEnd(found: string): number {
  const depth: Record<string, number> = {};
  for (const letter of found) depth[letter] = (depth[letter] ?? 0) + 1;
  let end = found.length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    const opening = OPENING_BRACKETS[last];
    const isLoose = opening !== undefined && (depth[last] ?? 0) > (depth[opening] ?? 0);
    if (!TRAILING_PUNCTUATION.has(last) && !isLoose) break;
    depth[last] = (depth[last] ?? 0) - 1;
  }
  return end;
}
