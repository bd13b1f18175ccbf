/** Splits a name at its first white space, which becomes a part of the rest. */
export function splitName(name: string): [first: string, rest: string] {
  const end = name.trim().search(/\s/);
  return end === -1 ? [name.trim(), ''] : [name.trim().slice(0, end), name.trim().slice(end)];
}

export function getFirstName(name: string): string {
  return splitName(name)[0];
}
