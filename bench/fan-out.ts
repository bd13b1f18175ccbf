import { measureTargets, toCostFigures } from './load-profile.ts';
import type { Measurement } from './measurement.ts';
import { ALL_TARGETS } from './targets/all.ts';

const PROFILE = { rooms: 1, people: 500, isSubscribed: true, rate: 20, warmUpMs: 10_000, measureMs: 8_000 };

/** B1: the cost of a delivery. */
export const fanOut: Measurement = {
  name: 'fan-out',
  title: 'B1 A delivery: a room of 500, 20 messages per second, each stored',
  goals: [
    { figure: 'µs a delivery', atMost: 1.3, timesOf: 'floor' },
    { figure: 'µs a delivery', atMost: 0.65, timesOf: 'Socket.IO' },
    { figure: 'µs a delivery', atMost: 0.2, timesOf: 'ejabberd' },
  ],
  run: round =>
    measureTargets(ALL_TARGETS, PROFILE, round, report => ({
      ...toCostFigures(report),
      'p50, ms': report.delivery.p50,
      'p99, ms': report.delivery.p99,
      dropped: report.lost,
    })),
};
