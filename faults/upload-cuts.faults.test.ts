import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { MessageFile } from '@snug/protocol';
import { expect, test } from 'vitest';
import { Random } from '../server/simulation/random.ts';
import { openSqlite } from '../server/src/db/sqlite.ts';
import { filesIn } from '../server/src/testing/files.ts';
import type { ServerProcess } from '../server/src/testing/server-process.ts';
import { note } from './figures.ts';
import type { Person } from './load/person.ts';
import { IS_FULL, SEED } from './seed.ts';
import { until } from './until.ts';
import { aPerson, aProgram, aServer } from './world.ts';

const BODY = randomBytes(2_000);
/** Up to so many bytes between two cuts. */
const STEP_BYTES = IS_FULL ? 6 : 150;

/** An upload as it goes over the wire, in one piece or in chunks. */
function requestOf({ origin, cookie }: Person, isChunked: boolean): Buffer {
  const { host } = new URL(origin);
  const head = ['POST /api/files?name=a.bin HTTP/1.1', `host: ${host}`, `cookie: ${cookie}`];
  if (!isChunked) {
    return Buffer.concat([
      Buffer.from([...head, `content-length: ${BODY.length}`, '\r\n'].join('\r\n')),
      BODY,
    ]);
  }
  const chunks = [0, 500, 1_000, 1_500].flatMap(from => [
    Buffer.from('1f4\r\n'),
    BODY.subarray(from, from + 500),
    Buffer.from('\r\n'),
  ]);
  const start = Buffer.from([...head, 'transfer-encoding: chunked', '\r\n'].join('\r\n'));
  return Buffer.concat([start, ...chunks, Buffer.from('0\r\n\r\n')]);
}

/** Sends so many bytes of a request, and ends the connection. */
async function sendPart({ port }: ServerProcess, part: Buffer, how: 'reset' | 'end'): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise(resolve => socket.on('close', resolve));
  await new Promise<void>(resolve => socket.write(part, () => resolve()));
  if (how === 'reset') socket.resetAndDestroy();
  else socket.end();
  socket.resume();
  await closed;
}
