import { connect } from 'node:net';
import { Random } from '@snug/testkit/random.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, test } from 'vitest';
import { recordFigures } from './figures.ts';
import { getParticipant, getTestPerson, startTestServer } from './fixtures.ts';
import type { Participant } from './load/participant.ts';
import { IS_FULL, SEED } from './seed.ts';
import { StoredFiles } from './stored-files.ts';

const BODY = Buffer.alloc(2_000, 'snug');
const CHUNK_BYTES = 500;
/** The most bytes between two cuts. */
const STEP_BYTES = IS_FULL ? 6 : 200;

/** The bytes of an upload request, with a length or chunked. */
function buildRequest({ origin, cookie }: Participant, isChunked: boolean): Buffer {
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${BODY.length}`;
  const head = [
    'POST /api/files?name=a.bin HTTP/1.1',
    `host: ${new URL(origin).host}`,
    `cookie: ${cookie}`,
    'content-type: application/octet-stream',
    length,
  ];
  const start = Buffer.from([...head, '\r\n'].join('\r\n'));
  if (!isChunked) return Buffer.concat([start, BODY]);
  const parts = [start];
  for (let from = 0; from < BODY.length; from += CHUNK_BYTES) {
    const chunk = BODY.subarray(from, from + CHUNK_BYTES);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** Sends only the beginning of a request. Resolves when the connection is closed. */
async function sendPart({ port }: ServerProcess, part: Buffer, how: 'reset' | 'end'): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise(resolve => socket.on('close', resolve));
  socket.on('error', () => {});
  await new Promise<void>(resolve => socket.write(part, () => resolve()));
  if (how === 'reset') socket.resetAndDestroy();
  else socket.end();
  socket.resume();
  await closed;
}

for (const isChunked of [false, true]) {
  test(`F1 F2 an upload ${isChunked ? 'in chunks ' : ''}that is cut at any byte leaves nothing, and does not count`, async context => {
    const server = await startTestServer();
    const request = buildRequest(getParticipant(server), isChunked);
    const files = new StoredFiles(server.data);
    const random = new Random(SEED);
    let cuts = 0;
    for (
      let bytes = random.below(STEP_BYTES);
      bytes < request.length;
      bytes += 1 + random.below(STEP_BYTES)
    ) {
      await sendPart(server, request.subarray(0, bytes), cuts % 2 ? 'reset' : 'end');
      cuts++;
    }
    await until('nothing is left', () => files.isEmpty());
    const ann = await getTestPerson(server);
    for (let count = 0; count < 5; count++) await ann.uploadFile(`${count}`, 'nothing of it counts');
    expect(await files.readRows()).toHaveLength(5);
    recordFigures(context, { cuts });
  });
}

test('F1 a client that cancels an upload, early or late, leaves no unknown files', async context => {
  const server = await startTestServer();
  const ann = await getTestPerson(server);
  const files = new StoredFiles(server.data);
  const random = new Random(SEED);
  const known: string[] = [];
  const tries = IS_FULL ? 400 : 40;
  for (let count = 0; count < tries; count++) {
    const given = new AbortController();
    const headers = { cookie: ann.cookie, 'content-type': 'application/octet-stream' };
    const query = { method: 'POST', headers, body: BODY, signal: given.signal };
    const response = fetch(`${server.url}/api/files?name=a.bin`, query).then(
      async response => known.push(((await response.json()) as { id: string }).id),
      () => {},
    );
    for (let turns = random.below(60); turns > 0; turns--) await new Promise(setImmediate);
    given.abort();
    await response;
    if (known.length > 0) await ann.runCommand('discard_file', { fileId: known.pop() });
  }
  expect(await until('nothing is left', () => files.isEmpty())).toBeGreaterThan(0);
  recordFigures(context, { tries });
});
