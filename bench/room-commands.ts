import { getMedian } from '@snug/testkit/stats.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';

export const WARM_UP = 100;
const SAMPLES = 300;

export async function measureCommands(
  live: TestSocket,
  roomIds: readonly string[],
  quick: boolean,
): Promise<Record<'list_rooms' | 'find_rooms' | 'watch_rooms', number>> {
  const add = Object.fromEntries(roomIds.map(roomId => [roomId, -1]));
  const time = (command: string, input: object) => measureMedian(live, command, input, quick ? 10 : SAMPLES);
  await measureMedian(live, 'list_rooms', {}, WARM_UP);
  return {
    list_rooms: await time('list_rooms', {}),
    find_rooms: await time('find_rooms', { text: 'bulk' }),
    // Each call also undoes the previous one.
    watch_rooms: await time('watch_rooms', { add, remove: roomIds }),
  };
}

/** From command to result in ms, one after the other. */
export async function measureMedian(
  live: TestSocket,
  command: string,
  input: object,
  samples: number,
): Promise<number> {
  const times: number[] = [];
  for (let left = samples; left > 0; left--) {
    const began = performance.now();
    const { error } = await live.request(command, input);
    if (error) throw new Error(`${command}: ${error.code} ${error.message}`);
    times.push(performance.now() - began);
  }
  return getMedian(times);
}
