import { join } from 'node:path';
import { freePort } from '@snug/testkit/server-process.ts';
import { startProgram } from './program.ts';
import { createSeats, type Target } from './target.ts';

const MAIN = join(import.meta.dirname, 'floor-server.ts');

/** The minimum in Node: one frame for all, one write for each, nothing stored. */
export const floor: Target = {
  name: 'floor',
  problem: () => undefined,
  async start(population) {
    const port = await freePort();
    const rooms = Array.from({ length: population.rooms }, (_, index) => String(index));
    const program = await startProgram(process.execPath, [MAIN, String(port)], { port });
    return { ...program, port, dialect: 'plain', seats: createSeats(population, rooms) };
  },
};
