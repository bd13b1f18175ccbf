import { constants, setPriority } from 'node:os';
import { type AttackTarget, loadAttack } from './attack.ts';
import { Attacker, type Identity, type RequestCounts } from './attacker.ts';

// In its own process and on the remaining processors, so that it takes time from others only through the server.

export interface AttackerTask {
  /** The file of the attack, without its extension. */
  name: string;
  identities: readonly Identity[];
  target: AttackTarget;
}

const DEFAULT_LANES = 60;

setPriority(constants.priority.PRIORITY_LOW);

const control = new AbortController();
const tally: RequestCounts = { asked: 0, done: 0, refused: 0, codes: {} };

process.on('message', (message: AttackerTask | 'over') => {
  if (message === 'over') stopAttack();
  else void startAttack(message);
});

function stopAttack(): void {
  control.abort();
  process.send?.(tally, () => process.exit(0));
}

async function startAttack({ name, identities, target }: AttackerTask): Promise<void> {
  const attack = await loadAttack(name);
  const lanes = Math.max(attack.lanes ?? DEFAULT_LANES, 1);
  for (let lane = 0; lane < lanes; lane++) {
    const identity = identities[lane % identities.length];
    if (!identity) continue;
    const attacker = new Attacker(target.url, identity, lane, { tally, signal: control.signal });
    void runRepeatedly(() => attack.run(attacker, target), attacker);
  }
}

async function runRepeatedly(run: () => Promise<void>, attacker: Attacker): Promise<void> {
  while (!attacker.isStopped) {
    try {
      await run();
    } catch (error) {
      if (attacker.isStopped) return;
      process.stderr.write(`${(error as Error).stack}\n`);
      process.exit(1);
    }
    await new Promise(resolve => setImmediate(resolve));
  }
}
