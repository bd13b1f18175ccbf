import { type LoadProfile, measureTargets } from './load-profile.ts';
import type { Measurement, Row } from './measurement.ts';
import { socketIo } from './peers/socket-io.ts';
import { snug } from './targets/snug.ts';
import type { Target } from './targets/target.ts';
import { measureWriter } from './writer-alone.ts';

/** Without subscribers, so that deliveries are not the limit. Snug has two threads, so it may use two cores. */
const PROFILE: LoadProfile = {
  rooms: 10,
  people: 200,
  isSubscribed: false,
  allCores: true,
  warmUpMs: 2_000,
  measureMs: 4_000,
};

/** B5: the maximum rate of stored messages, and the delay of results at half that rate. */
export const sends: Measurement = {
  name: 'sends',
  title: 'B5 Sends, acknowledged from disk: at the maximum rate of 200 senders, and at half that rate',
  goals: [
    { figure: 'a second', atLeast: 20_000 },
    { figure: 'p99 at half, ms', atMost: 30 },
  ],
  async run(round) {
    const rows: Row[] = [];
    for (const target of [snug, socketIo]) rows.push(await measure(target, round));
    return [...rows, ...(await measureWriter())];
  },
};

async function measure(target: Target, round: { quick: boolean }): Promise<Row> {
  const [most] = await measureTargets([target], PROFILE, round, report => ({
    'a second': report.results / report.seconds,
    'p99, ms': report.result.p99,
    ...(report.serverUse && { 'µs a send': (report.serverUse.cpuMs * 1_000) / report.results }),
    refused: report.refused,
  }));
  const rate = Math.floor((most?.figures['a second'] ?? 0) / 2);
  const [half] = await measureTargets([target], { ...PROFILE, rate }, round, report => ({
    p99: report.result.p99,
  }));
  const figures = { ...most?.figures, 'p99 at half, ms': half?.figures.p99 ?? Number.NaN };
  const remark = most?.remark ?? half?.remark;
  return { of: target.name, figures, ...(remark !== undefined && { remark }) };
}
