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

/** B3: the delay until the last reader has a message, which is on disk before. */
export const lastMember: Measurement = {
  name: 'last-member',
  title:
    'B3 From a send to the last reader in ten rooms of 100, 20,000 deliveries per second, each message stored',
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
