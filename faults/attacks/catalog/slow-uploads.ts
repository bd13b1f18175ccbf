import type { Attack } from '../attack.ts';
import type { Attacker } from '../attacker.ts';

const MAX_BYTES = 10_000_000_000;
/** The others are for the space that the largest uploads leave. */
const LARGEST_UPLOADS = 40;
const PART = 'a'.repeat(4_096);
const INTERVAL_MS = 400;
const TYPE = { 'content-type': 'application/octet-stream' };

export const attack: Attack = {
  description: 'slow uploads of large files, which announce more bytes than the disk has',
  settings: { SNUG_MAX_FILE_BYTES: String(MAX_BYTES) },
  run: async attacker => {
    const size = Math.round(MAX_BYTES / 2 ** Math.max(0, attacker.lane - LARGEST_UPLOADS));
    const headers = { ...TYPE, origin: `http://${attacker.host}`, 'content-length': String(size) };
    const socket = await attacker.sendWithoutReading(
      attacker.buildRequestHead('POST', '/api/files?name=big.bin', headers) + PART,
    );
    attacker.count(undefined);
    const trickle = setInterval(() => void socket.write(PART), INTERVAL_MS);
    if (!socket.destroyed) await new Promise(resolve => socket.once('close', resolve));
    clearInterval(trickle);
  },
  probe: async bystander => {
    const failures: string[] = [];
    for (const size of [2_000, 200_000, 3_000_000]) {
      const failure = await upload(bystander, size);
      if (failure) failures.push(`an upload of ${size} bytes: ${failure}`);
    }
    return failures;
  },
};

async function upload(person: Attacker, size: number): Promise<string | undefined> {
  const response = await person.http('POST', '/api/files?name=a.txt', Buffer.alloc(size, 'a'), TYPE);
  if (response?.status !== 200) return response?.body ?? 'no response';
  const { id: fileId } = JSON.parse(response.body) as { id: string };
  await person.command('discard_file', { fileId });
  return undefined;
}
