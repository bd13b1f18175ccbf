import type { Attacker } from './attacker.ts';

/** What attackers know of the server. */
export interface AttackTarget {
  url: string;
  /** Where the people are whom the attack may hold up, and the attackers, too. */
  roomId: string;
  /** A room with 490 messages that are as large as can be. */
  largeRoomId: string;
  /** All people. */
  uids: readonly string[];
}

/** The worst that somebody could do with one command, route or stream. */
export interface Attack {
  /** What it does, in a few words. */
  description: string;
  /** What one attacker does on one of its lanes, over and over until `attacker.isOver`. */
  run: (attacker: Attacker, target: AttackTarget) => Promise<void>;
  /** How many lanes all attackers have together, where it is not 60. */
  lanes?: number;
}
