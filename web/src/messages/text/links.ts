/** Plain text, or with `href` a link. `host`: the host of the link if it differs from the text. */
export interface TextPiece {
  label: string;
  href?: string;
  host?: string;
}

// Excludes invisible characters, which could reverse the displayed text. Linear: no backtracking.
const URL_PATTERN = /(?<![\p{L}\p{N}])(?:https?:\/\/|mailto:)[^\s<>"\p{C}]+/giu;
const AUTHORITY = /^[a-z]+:\/\/([^/?#\\]*)/i;

/** The labels of the pieces add up to the message. Only http, https and mailto become links. */
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

export interface Address {
  href: string;
  /** The host with its port, or the address of a mail. */
  host: string;
}

/** Undefined unless it is an http, https or mailto address. */
export function parseAddress(text: string): Address | undefined {
  if (!/^(?:https?:\/\/|mailto:)/i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host, pathname, href } = new URL(text);
  if (protocol !== 'mailto:') return { href, host };
  return /.@./.test(pathname) ? { href, host: pathname } : undefined;
}

function toLink(label: string): (TextPiece & { href: string }) | undefined {
  const address = parseAddress(label);
  if (!address) return undefined;
  const { href, host } = address;
  if (href.startsWith('mailto:')) return { label, href };
  // Phishing: a user name before an @, look-alike letters or an encoded IP address hide the host.
  const isAsWritten = AUTHORITY.exec(label)?.[1]?.toLowerCase() === host;
  return { label, href, ...(!isAsWritten && { host }) };
}

const TRAILING_PUNCTUATION = new Set(".,:;!?'’”»…*_~|");
const OPENING_BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Excludes trailing punctuation, and closing brackets that the address does not open. */
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
