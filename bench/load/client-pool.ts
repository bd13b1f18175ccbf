import { platform } from 'node:os';
import { DIALECTS } from './dialects/dialects.ts';
import { Member } from './load-client.ts';
import type { Tally } from './load-counters.ts';
import type { Plan } from './plan.ts';

const ENTER_AT_ONCE = 50;
const ADDRESSES = 8;

export interface Crowd {
  members: Member[];
  /** How many hear what is said in a room. */
  listenersIn: (room: string) => number;
}

/** Everyone of the plan, in their places. */
export async function enterAll(
  { seats, dialect, port }: Pick<Plan, 'seats' | 'dialect' | 'port'>,
  tally: Tally,
  mostMessages: number,
  onAnswer: (member: Member) => void,
): Promise<Crowd> {
  const members: Member[] = [];
  const common = { port, dialect: DIALECTS[dialect], tally, mostMessages, onAnswer };
  for (let from = 0; from < seats.length; from += ENTER_AT_ONCE) {
    const some = seats.slice(from, from + ENTER_AT_ONCE);
    const enter = some.map((seat, index) => Member.enter({ ...common, seat, ...addressOf(from + index) }));
    members.push(...(await Promise.all(enter)));
  }
  const rooms = Map.groupBy(
    seats.filter(({ listens }) => listens),
    ({ room }) => room,
  );
  return { members, listenersIn: room => rooms.get(room)?.length ?? 0 };
}

/** All of 127.0.0.0/8 is this machine, on Linux; others know one address. */
export function addressOf(index: number): { from?: string } {
  return platform() === 'linux' ? { from: `127.0.0.${2 + (index % ADDRESSES)}` } : {};
}
