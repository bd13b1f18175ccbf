import type { Attacker } from './attacker.ts';

export interface AttackTarget {
  url: string;
  /** The room of the attackers and the people whom the attack may slow down. */
  roomId: string;
  /** A room with 490 messages of the maximum size. */
  largeRoomId: string;
  uids: readonly string[];
}

/** The worst use of one command, route or stream. */
export interface Attack {
  description: string;
  /** Runs on one lane of one attacker, until `attacker.isOver`. */
  run: (attacker: Attacker, target: AttackTarget) => Promise<void>;
  /** How many lanes all attackers have together, if not 60. */
  lanes?: number;
}
