import { UNSPACED } from '../text/scripts.ts';
import { findAddressEnd } from './address-end.ts';

/** The limits of mail (RFC 5321) bound the work for each "@". */
const MAX_LOCAL_LENGTH = 64;
const MAX_DOMAIN_LENGTH = 255;

const LOCAL =
  /(?<![\p{sc=Latn}\p{M}\p{Nd}.%+'-])[\p{sc=Latn}\p{Nd}](?:[\p{sc=Latn}\p{M}\p{Nd}_%+'-]|\.(?!\.|$))*$/u;
/** In a script with spaces, the whole word. */
const OTHER_LOCAL = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{Nd}_.%+'\-])[[\p{L}\p{M}]--[${UNSPACED}]](?:[[\p{L}\p{M}\p{Nd}_\-]--[${UNSPACED}]]|\.(?!\.|$))*$`,
  'v',
);
const DOMAIN = /^(?:[\p{L}\p{M}\p{N}-]+\.)+\p{L}[\p{L}\p{M}-]+$/u;
/** An account, as in `git@host:path`. */
const PATH = /[@/]|:\.{0,2}[\p{L}\p{N}_~/]/uy;

/** Where the address around the "@" at an offset begins and ends, such as `ann@snug.example`. It begins at `from` at the earliest. */
export function findMailAddress(
  text: string,
  at: number,
  from: number,
): { start: number; end: number } | undefined {
  const before = text.slice(Math.max(from, at - MAX_LOCAL_LENGTH), at);
  const [local] = LOCAL.exec(before) ?? OTHER_LOCAL.exec(before) ?? [];
  const domain = findDomain(text.slice(at + 1, at + 1 + MAX_DOMAIN_LENGTH));
  const end = at + 1 + domain.length;
  PATH.lastIndex = end;
  if (!local || !DOMAIN.test(domain) || PATH.test(text)) return undefined;
  return { start: at - local.length, end };
}

function findDomain(text: string): string {
  const [found = ''] = /^[\p{L}\p{M}\p{N}.-]*/u.exec(text) ?? [];
  return found.slice(0, findAddressEnd(found, 0, '')).replace(/[-.]+$/, '');
}
