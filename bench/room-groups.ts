import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { print } from '@snug/scripts/run.mjs';
import { Random } from '@snug/testkit/random.ts';

// Which messages each node of a cluster receives, if a broker has one subject for all rooms, groups of rooms, or one subject a room. A node
// needs the messages of the rooms that its people follow. `npm run bench:groups -- --nodes 20`

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '20' },
    rooms: { type: 'string', default: '100000' },
    people: { type: 'string', default: '1000' },
    'rooms-each': { type: 'string', default: '30' },
    exponents: { type: 'string', default: '1,0.8,0.6,0' },
    seed: { type: 'string', default: '1' },
  },
});
const NODES = Number(values.nodes);
const ROOMS = Number(values.rooms);
const PEOPLE = Number(values.people);
const ROOMS_EACH = Number(values['rooms-each']);
const GROUP_COUNTS = [256, 4_096, 16_384];

/** A room by its popularity: the one of rank `n` is chosen in proportion to `1 / n ** exponent`. */
function createChooser(exponent: number, random: () => number): () => number {
  let total = 0;
  const sums = Float64Array.from({ length: ROOMS }, (_, index) => (total += (index + 1) ** -exponent));
  return () => {
    const wanted = random() * total;
    let [low, high] = [0, ROOMS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Of a room: independent of its popularity. */
function toHash(room: number): number {
  return createHash('sha256').update(String(room)).digest().readUInt32BE();
}

interface Cluster {
  /** By node, the rooms that its people follow. */
  followed: Set<number>[];
  /** By room: each member sends equally often to each of their rooms. */
  members: Uint32Array;
}

function createCluster(exponent: number): Cluster {
  const choose = createChooser(exponent, new Random(Number(values.seed)).next);
  const members = new Uint32Array(ROOMS);
  const followed = Array.from({ length: NODES }, () => {
    const ofNode = new Set<number>();
    for (let person = 0; person < PEOPLE; person++) {
      const own = new Set<number>();
      while (own.size < ROOMS_EACH) own.add(choose());
      for (const room of own) {
        ofNode.add(room);
        members[room] = (members[room] ?? 0) + 1;
      }
    }
    return ofNode;
  });
  return { followed, members };
}

interface Row {
  scheme: string;
  /** Of 1,000 messages of the cluster, those that a node receives. */
  received: number;
  subscriptions: number;
}

/** `subjects`: undefined for one subject a room. */
function measure(
  { followed, members }: Cluster,
  hashes: Uint32Array,
  subjects?: number,
): Omit<Row, 'scheme'> {
  const toSubject = (room: number) => (subjects === undefined ? room : (hashes[room] ?? 0) % subjects);
  const bySubject = new Map<number, number>();
  let all = 0;
  for (let room = 0; room < ROOMS; room++) {
    const count = members[room] ?? 0;
    all += count;
    bySubject.set(toSubject(room), (bySubject.get(toSubject(room)) ?? 0) + count);
  }
  let received = 0;
  let subscriptions = 0;
  for (const rooms of followed) {
    const own = new Set([...rooms].map(toSubject));
    subscriptions += own.size;
    for (const subject of own) received += bySubject.get(subject) ?? 0;
  }
  return { received: (1_000 * received) / all / NODES, subscriptions: subscriptions / NODES };
}

const hashes = Uint32Array.from({ length: ROOMS }, (_, room) => toHash(room));
for (const exponent of values.exponents.split(',').map(Number)) {
  const cluster = createCluster(exponent);
  const rows: Row[] = [
    { scheme: 'one subject', ...measure(cluster, hashes, 1) },
    ...GROUP_COUNTS.map(count => ({ scheme: `${count} groups`, ...measure(cluster, hashes, count) })),
    { scheme: 'one subject a room', ...measure(cluster, hashes) },
  ];
  const needed = rows.at(-1)?.received ?? 0;
  print(`
${NODES} nodes, ${ROOMS} rooms, ${PEOPLE} people a node with ${ROOMS_EACH} rooms each, Zipf exponent ${exponent}.
Of 1,000 messages, a node needs ${needed.toFixed(0)}.

| subjects           | received | saved | subscriptions of a node |
| ------------------ | -------: | ----: | ----------------------: |`);
  for (const { scheme, received, subscriptions } of rows) {
    const saved = `${((1_000 - received) / 10).toFixed(0)} %`;
    print(
      `| ${scheme.padEnd(18)} | ${received.toFixed(0).padStart(8)} | ${saved.padStart(5)} | ${subscriptions.toFixed(0).padStart(23)} |`,
    );
  }
}
