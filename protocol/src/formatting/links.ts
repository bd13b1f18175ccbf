import { findAddressEnd } from './address-end.ts';
import { StyleScanner } from './emphasis.ts';
import { findMailAddress } from './mail-addresses.ts';
import { getReadableHost, type Url } from './readable-host.ts';

declare const URL: { new (text: string): Url; canParse: (text: string) => boolean };

/** Plain text, or with `href` a link. `host`: the host of the link if the text hides it. */
export interface TextPiece {
  label: string;
  href?: string;
  host?: string;
}

// Letters of other scripts can stand right before an address.
const BEGIN =
  /(?<![\p{sc=Latn}\p{Nd}])(?:https?:\/\/|mailto:)|(?<![\p{sc=Latn}\p{Nd}@./_-])www\.(?=[^\s.])|@/giu;
const SCHEME = /^(?:https?:\/\/|mailto:)/i;
const AUTHORITY = /^https?:\/\/([^/?#\\]*)/i;
const WWW = /^www\.[^.]+\..*\p{L}$/iu;

/** The labels of the pieces add up to `line`. Only http, https and mailto become links, "www." and mail addresses. Linear. */
export function splitLinks(line: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const styles = new StyleScanner(line);
  let end = 0;
  BEGIN.lastIndex = 0;
  for (let found = BEGIN.exec(line); found; found = BEGIN.exec(line)) {
    const range = findRange(line, found, end, styles);
    const label = line.slice(range.start, range.end);
    const link = toLink(label);
    // The search continues after what is no address, so that it reads each part once.
    BEGIN.lastIndex = Math.max(BEGIN.lastIndex, range.end);
    if (!link) continue;
    if (range.start > end) pieces.push({ label: line.slice(end, range.start) });
    pieces.push({ label, ...link });
    ({ end } = range);
    styles.skipTo(end);
  }
  if (end < line.length) pieces.push({ label: line.slice(end) });
  return pieces;
}

function findRange(line: string, { 0: found, index }: RegExpExecArray, from: number, styles: StyleScanner) {
  if (found === '@') return findMailAddress(line, index, from) ?? { start: index, end: index };
  styles.scanTo(index);
  const before = line.charAt(index - 1);
  const marks = styles.openMarks.map(({ mark }) => mark).join('') + (/[*_~|]/.test(before) ? before : '');
  return { start: index, end: findAddressEnd(line, index, marks) };
}

function toLink(label: string): Omit<TextPiece, 'label'> | undefined {
  if (!SCHEME.test(label) && label.includes('@')) return toMailLink(label);
  const address = SCHEME.test(label) ? label : `https://${label}`;
  const url = parseUrl(address);
  if (!url || (url.protocol === 'mailto:' && !/.@./.test(url.pathname))) return undefined;
  const { href, hostname, host } = url;
  if (label !== address && !WWW.test(hostname)) return undefined;
  // Phishing: a user name before an @, look-alike letters or an encoded IP address hide the host.
  const isHidden = url.protocol !== 'mailto:' && getReadableHost(url, getAuthority(address)) === undefined;
  return { href, ...(isHidden && { host }) };
}

function toMailLink(label: string): Omit<TextPiece, 'label'> | undefined {
  const domain = label.slice(label.lastIndexOf('@') + 1);
  const url = parseUrl(`https://${domain}`);
  if (!url) return undefined;
  const isHidden = getReadableHost(url, domain) === undefined;
  return { href: `mailto:${label}`, ...(isHidden && { host: url.host }) };
}

export interface Address {
  href: string;
  /** The host with its port, or the address of a mail. */
  host: string;
}

/** Undefined unless it is an http, https or mailto address. */
export function parseAddress(text: string): Address | undefined {
  const url = parseUrl(text);
  if (!url) return undefined;
  const { protocol, host, pathname, href } = url;
  if (protocol === 'mailto:') return /.@./.test(pathname) ? { href, host: pathname } : undefined;
  return { href, host: getReadableHost(url, getAuthority(text)) ?? host };
}

function parseUrl(text: string): Url | undefined {
  return SCHEME.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

function getAuthority(address: string): string {
  return AUTHORITY.exec(address)?.[1] ?? '';
}
