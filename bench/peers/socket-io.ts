import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/src/testing/server-process.ts';
import { startProgram } from '../targets/program.ts';
import { seatsOf, type Target } from '../targets/target.ts';

const MAIN = join(import.meta.dirname, 'socket-io-server.ts');

/** What somebody who writes a chat with Socket.IO and SQLite has at best: a small one, without accounts or access. */
export const socketIo: Target = {
  name: 'Socket.IO',
  problem: () => undefined,
  async start(scene) {
    const folder = mkdtempSync(join(tmpdir(), 'snug-bench-'));
    const port = await freePort();
    const { pid, stop } = await startProgram(MAIN, [String(port), join(folder, 'chat.db')]);
    const rooms = Array.from({ length: scene.rooms }, (_, index) => `room${index}`);
    return {
      pid,
      port,
      dialect: 'socket.io',
      seats: seatsOf(scene, rooms),
      async stop() {
        await stop();
        rmSync(folder, { recursive: true });
      },
    };
  },
};
