import { print } from '@snug/scripts/run.mjs';

// `npm run bench:cost` prints the table of docs/scaling.md. Everything in it follows from these numbers.

/** From `npm run bench -- engines`, and for deliveries and sockets from `npm run bench -- fan-out memory`. */
const MEASURED = {
  /** CPU time on the node that stores a message. */
  sendUs: 96,
  /** CPU time on each other node, for each message. */
  receiveUs: 44,
  databaseUs: 99,
  deliveryUs: 10.4,
  socketBytes: 13_000,
  returnsPerS: 734,
  messageBytes: 1_013,
};

const ASSUMED = {
  onlineShare: 0.15,
  sendsPerPersonAndDay: 20,
  peakFactor: 3,
  readersPerMessage: 20,
  /** A frame with one message of 200 characters. */
  frameBytes: 600,
  /** After an outage of everything, all people should be back within this time. */
  returnS: 60,
  /** The share of a core that a node may use at the peak. */
  nodeLoad: 0.5,
};

const PEOPLE = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
const DAY_S = 86_400;
const US = 1e-6;
const MAX_NODES = 10_000;

interface Cost {
  people: number;
  connected: number;
  sendsPerS: number;
  deliveriesPerS: number;
  /** Undefined if each node would need its whole core to receive. */
  nodes: number | undefined;
  memoryGB: number;
  databaseCores: number;
  mbitPerS: number;
  diskGBPerYear: number;
}

function computeCost(people: number): Cost {
  const { onlineShare, sendsPerPersonAndDay, peakFactor, readersPerMessage, frameBytes } = ASSUMED;
  const connected = people * onlineShare;
  const perDay = people * sendsPerPersonAndDay;
  const sendsPerS = (perDay / DAY_S) * peakFactor;
  const deliveriesPerS = sendsPerS * readersPerMessage;
  return {
    people,
    connected,
    sendsPerS,
    deliveriesPerS,
    nodes: findNodes(connected, sendsPerS, deliveriesPerS),
    memoryGB: (connected * MEASURED.socketBytes) / 1e9,
    databaseCores: sendsPerS * MEASURED.databaseUs * US,
    mbitPerS: (deliveriesPerS * frameBytes * 8) / 1e6,
    diskGBPerYear: (perDay * 365 * MEASURED.messageBytes) / 1e9,
  };
}

/** The fewest nodes whose people return in time, and whose cores have room at the peak. */
function findNodes(connected: number, sendsPerS: number, deliveriesPerS: number): number | undefined {
  const { sendUs, receiveUs, deliveryUs, returnsPerS } = MEASURED;
  const fewest = Math.max(1, Math.ceil(connected / (returnsPerS * ASSUMED.returnS)));
  for (let nodes = fewest; nodes < MAX_NODES; nodes++) {
    const own = (sendsPerS * sendUs + deliveriesPerS * deliveryUs) / nodes;
    const others = sendsPerS * receiveUs * (1 - 1 / nodes);
    if ((own + others) * US <= ASSUMED.nodeLoad) return nodes;
  }
  return undefined;
}

function formatCount(value: number | undefined): string {
  return value === undefined ? 'impossible' : value.toLocaleString('en', { maximumSignificantDigits: 2 });
}

const COLUMNS: Record<string, keyof Cost> = {
  people: 'people',
  'connected at the peak': 'connected',
  'sends/s': 'sendsPerS',
  'deliveries/s': 'deliveriesPerS',
  nodes: 'nodes',
  'memory of sockets, GB': 'memoryGB',
  'cores of the database': 'databaseCores',
  'sent, Mbit/s': 'mbitPerS',
  'messages, GB a year': 'diskGBPerYear',
};

print(`| ${Object.keys(COLUMNS).join(' | ')} |`);
print(
  `| ${Object.keys(COLUMNS)
    .map(() => '---:')
    .join(' | ')} |`,
);
for (const cost of PEOPLE.map(computeCost))
  print(
    `| ${Object.values(COLUMNS)
      .map(key => formatCount(cost[key]))
      .join(' | ')} |`,
  );
