import * as fc from 'fast-check';

/** Files with up to 12 other bytes behind the first `keptBytes`. A third of them lack their end. */
export function damagedFiles(samples: readonly Uint8Array[], keptBytes: number): fc.Arbitrary<Buffer> {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 });
  return fc.tuple(fc.constantFrom(...samples), changes, fc.nat()).map(([sample, changed, cut]) => {
    const bytes = Buffer.from(sample);
    for (const [at, value] of changed) bytes[keptBytes + (at % (bytes.length - keptBytes))] = value;
    return bytes.subarray(0, bytes.length - (cut % 3 === 0 ? cut % bytes.length : 0));
  });
}
