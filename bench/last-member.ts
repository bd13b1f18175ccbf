import { measureTargets } from './load-profile.ts';
import type { Measurement } from './measurement.ts';
import { NODE_TARGETS } from './targets/all.ts';

const PROFILE = {
  rooms: 10,
  people: 1_000,
  isSubscribed: true,
  rate: 200,
  warmUpMs: 3_000,
  measureMs: 8_000,
};

/** B3: until everyone has it, after it is on disk. */
export const lastMember: Measurement = {
  name: 'last-member',
  title:
    'B3 From sending to the last of a room of 100, 20,000 deliveries a second in ten rooms, each message stored',
  goals: [
    { figure: 'last p50, ms', atMost: 3 },
    { figure: 'last p99, ms', atMost: 12 },
  ],
  run: round =>
    measureTargets(NODE_TARGETS, PROFILE, round, report => ({
      'last p50, ms': report.lastDelivery.p50,
      'last p99, ms': report.lastDelivery.p99,
      dropped: report.lost,
      'sent late by p99, ms': report.lateness.p99,
    })),
};
