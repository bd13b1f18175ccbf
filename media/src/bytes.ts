export function viewBytes(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Of a few bytes only: each is an argument. */
export function decodeLatin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

export function encodeLatin1(text: string): Uint8Array {
  return Uint8Array.from(text, character => character.charCodeAt(0));
}

export function concatBytes(...all: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const bytes of all) {
    result.set(bytes, at);
    at += bytes.length;
  }
  return result;
}

export function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

export function startsWith(bytes: Uint8Array, text: string): boolean {
  return bytes.length >= text.length && decodeLatin1(bytes.subarray(0, text.length)) === text;
}
