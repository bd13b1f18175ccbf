import type { Person } from '@snug/protocol';

/** Those who can still be chosen. The reader, alone with their notes, comes first, and only while nobody is chosen. */
export function listOptions(found: readonly Person[], chosen: readonly Person[], me: string): Person[] {
  const isChosen = new Set(chosen.map(({ uid }) => uid));
  const others = found.filter(({ uid }) => uid !== me && !isChosen.has(uid));
  const own = chosen.length === 0 ? found.filter(({ uid }) => uid === me) : [];
  return [...own, ...others];
}
