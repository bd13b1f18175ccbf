import { WindowReader } from '../byte-reader.ts';
import { concatBytes } from '../bytes.ts';
import { cleanFile } from '../clean.ts';

export function createReader(bytes: Uint8Array): WindowReader {
  return new WindowReader(bytes.length, async (at, length) => bytes.subarray(at, at + length));
}

/** The cleaned file, or why there is none. */
export async function cleanBytes(bytes: Uint8Array): Promise<Uint8Array | string | undefined> {
  const cleaning = await cleanFile(createReader(bytes));
  if (cleaning === undefined || typeof cleaning === 'string') return cleaning;
  return concatBytes(
    ...cleaning.parts.map(part => {
      if ('zeros' in part) return new Uint8Array(part.zeros);
      return 'end' in part ? bytes.subarray(part.start, part.end) : part;
    }),
  );
}
