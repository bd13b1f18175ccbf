import { join } from 'node:path';
import { freePort } from '@snug/testkit/server-process.ts';
import { startProgram } from '../targets/program.ts';
import { createSeats, type Target } from '../targets/target.ts';
import { startInFolder } from './start-in-folder.ts';

const MAIN = join(import.meta.dirname, 'socket-io-server.ts');

/** The best case of a chat with Socket.IO and SQLite: small, without accounts or permissions. */
export const socketIo: Target = {
  name: 'Socket.IO',
  problem: () => undefined,
  async start(population) {
    const port = await freePort();
    const rooms = Array.from({ length: population.rooms }, (_, index) => `room${index}`);
    const program = await startInFolder(folder =>
      startProgram(process.execPath, [MAIN, String(port), join(folder, 'chat.db')], { port }),
    );
    return { ...program, port, dialect: 'socket.io', seats: createSeats(population, rooms) };
  },
};
