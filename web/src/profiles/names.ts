/** A name in two: what stands before the first white space, and the rest with it. */
export function splitName(name: string): [first: string, rest: string] {
  const end = name.trim().search(/\s/);
  return end === -1 ? [name.trim(), ''] : [name.trim().slice(0, end), name.trim().slice(end)];
}

export function getFirstName(name: string): string {
  return splitName(name)[0];
}
