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
  /** Stores in the data folder what attackers can prepare in hours. `uids`: of all who may attack. */
  prepare?: (folder: string, uids: readonly string[]) => Promise<void>;
  /** Of the server, if the defaults are not the worst case. */
  settings?: Readonly<Record<string, string>>;
  /** What another person does during the attack. Resolves to what failed. */
  probe?: (bystander: Attacker) => Promise<string[]>;
}

/** Whether the server and its data are only for this attack. */
export function needsOwnServer({ prepare, settings }: Attack): boolean {
  return prepare !== undefined || settings !== undefined;
}

export async function loadAttack(name: string): Promise<Attack> {
  return ((await import(`./catalog/${name}.ts`)) as { attack: Attack }).attack;
}
