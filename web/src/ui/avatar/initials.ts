export function getInitials(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map(word => Array.from(word)[0]?.toUpperCase())
    .join('');
}

/** One of twelve hues, in degrees. */
export function getHue(uid: string): number {
  let hash = 0;
  for (const letter of uid) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 12) * 30;
}
