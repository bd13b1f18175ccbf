import { constants, setPriority } from 'node:os';
import type { Attack, Target } from './attack.ts';
import { Attacker, type Identity, type Tally } from './attacker.ts';

// A process of its own, which gets what processors are left: what it takes from others, it takes through the server.

export interface Order {
  /** The file of the attack, without its ending. */
  name: string;
  identities: readonly Identity[];
  target: Target;
}

const LANES = 60;

setPriority(constants.priority.PRIORITY_LOW);

const control = new AbortController();
const tally: Tally = { asked: 0, done: 0, refused: 0, codes: {} };

process.on('message', (message: Order | 'over') => {
  if (message === 'over') end();
  else void begin(message);
});

function end(): void {
  control.abort();
  process.send?.(tally, () => process.exit(0));
}

async function begin({ name, identities, target }: Order): Promise<void> {
  const { attack } = (await import(`./catalog/${name}.ts`)) as { attack: Attack };
  const lanes = Math.max(attack.lanes ?? LANES, 1);
  for (let lane = 0; lane < lanes; lane++) {
    const identity = identities[lane % identities.length];
    if (!identity) continue;
    const attacker = new Attacker(target.url, identity, lane, { tally, signal: control.signal });
    void repeat(() => attack.run(attacker, target), attacker);
  }
}

async function repeat(run: () => Promise<void>, attacker: Attacker): Promise<void> {
  while (!attacker.isOver) {
    try {
      await run();
    } catch (error) {
      if (attacker.isOver) return;
      process.stderr.write(`${(error as Error).stack}\n`);
      process.exit(1);
    }
    await new Promise(resolve => setImmediate(resolve));
  }
}
