import { formatCount } from './describe-count.ts';

/** In English: "a, b and 1,200 more". */
export function nameSome(names: readonly string[], max: number): string {
  const more = names.length - max;
  return more > 0 ? `${names.slice(0, max).join(', ')} and ${formatCount(more)} more` : names.join(', ');
}
