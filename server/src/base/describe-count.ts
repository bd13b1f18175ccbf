/** In English: "1,200". */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** In English: "1 room", "1,200 rooms". */
export function describeCount(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
