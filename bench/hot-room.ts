import { measureTargets, toCostFigures } from './load-profile.ts';
import type { Measurement } from './measurement.ts';
import { NODE_TARGETS } from './targets/all.ts';

const PROFILE = { rooms: 1, people: 500, isSubscribed: true, rate: 400, warmUpMs: 3_000, measureMs: 8_000 };

/** B2: 200,000 deliveries per second, more than one core can do with one write each. */
export const hotRoom: Measurement = {
  name: 'hot-room',
  title: 'B2 A delivery in a hot room: 500 people, 400 messages per second, each stored',
  goals: [
    { figure: 'µs a delivery', atMost: 1.6 },
    { figure: 'p99, ms', atMost: 60 },
    { figure: 'dropped', atMost: 0 },
  ],
  run: round =>
    measureTargets(NODE_TARGETS, PROFILE, round, report => ({
      'deliveries a second': report.deliveries / report.seconds,
      ...toCostFigures(report),
      'p50, ms': report.delivery.p50,
      'p99, ms': report.delivery.p99,
      dropped: report.lost,
    })),
};
