import type { DirectoryClaim } from '../config/directory-claim.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Whether the claim is the value, or a list that contains it. */
export function hasClaim(claims: Claims, { path, value }: DirectoryClaim): boolean {
  return [findClaim(claims, path)].flat().some(each => isText(each) && String(each) === value);
}

/** Names of claims can contain dots (`https://example.org/roles`), so the longest name counts first. Undefined if there is none. */
export function findClaim(claims: Claims, path: string): unknown {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const name = path.slice(0, end);
    if (!Object.hasOwn(claims, name)) continue;
    const claim = claims[name];
    if (end === path.length) return claim;
    if (isObject(claim)) return findClaim(claim, path.slice(end + 1));
  }
  return undefined;
}

function isText(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
