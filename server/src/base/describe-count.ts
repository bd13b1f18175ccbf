/** Of a command's output: "1 room", "1,200 files". */
export function describeCount(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}
