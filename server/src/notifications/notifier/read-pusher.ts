import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { ReachableDevice } from '../devices/device-store.ts';
import type { ActivePeople } from './active-people.ts';
import type { BadgeReader } from './badge-reader.ts';
import { type CalledPeopleOptions, readCalledPeople } from './called-people.ts';
import type { DevicePusher } from './device-pusher.ts';
import type { PushResult } from './outcome-store.ts';
import { readPreferencesOf } from './preferences.ts';
import { toReadPush, toSummaryPush } from './push-contents.ts';
import type { PushWriter } from './push-mutations.ts';
import { SUMMARY_SLOT } from './push-topics.ts';
import { listDevices, listOutstanding, type OutstandingRow } from './recipient-store.ts';
import type { RoomPusher } from './room-pusher.ts';

/** Browsers end the subscription of a page that receives more pushes without showing something new. */
const MAX_SILENT = 6;

/** `messages`: some are read or deleted. `rights`: the person may not be called any more. */
export type RoomChange = 'messages' | 'rights';
/** By room. */
export type RoomChanges = Map<string, RoomChange>;

export interface ReadPusherOptions extends CalledPeopleOptions {
  writer: PushWriter;
  devices: Pick<DevicePusher, 'push'>;
  rooms: Pick<RoomPusher, 'pushAgain'>;
  badges: Pick<BadgeReader, 'read'>;
  active: Pick<ActivePeople, 'hasSession'>;
  origin: string;
  epoch: string;
}

/** A row, and how many of the messages that it covers are still unread. */
interface Shown extends OutstandingRow {
  left: number;
  /** Newer ones that no push covers yet. */
  hasNewer: boolean;
}

interface Change {
  uid: string;
  results: PushResult[];
  removed: { uid: string; roomId: string; seq: number }[];
  /** Rows of which only the summary is left that is due. */
  waits: OutstandingRow[];
}

/** Takes notifications of messages away that are no longer unread, and changes those of which a part is. */
export class ReadPusher {
  readonly #options: ReadPusherOptions;

  constructor(options: ReadPusherOptions) {
    this.#options = options;
  }

  /** `moved`: by person. */
  async update(moved: ReadonlyMap<string, RoomChanges>): Promise<void> {
    const { read, writer, now } = this.#options;
    const uids = [...moved.keys()];
    const outstanding = await listOutstanding(read, uids);
    const concerned = [...outstanding].filter(([uid, rows]) =>
      rows.some(({ roomId }) => moved.get(uid)?.has(roomId)),
    );
    if (concerned.length === 0) return;
    const devices = await listDevices(
      read,
      concerned.map(([uid]) => uid),
      now(),
    );
    const changes = await Promise.all(
      concerned.map(([uid, rows]) =>
        this.#updatePerson(rows, moved.get(uid) ?? new Map(), devices.get(uid) ?? []),
      ),
    );
    await writer.write('store_pushes', SYSTEM_CALLER, {
      results: changes.flatMap(({ results }) => results),
      removed: changes.flatMap(({ removed }) => removed),
      pushed: changes.flatMap(({ waits }) => waits.map(row => ({ ...row, seq: 0, waits: true }))),
    });
  }

  async #updatePerson(
    rows: readonly OutstandingRow[],
    moved: RoomChanges,
    devices: readonly ReachableDevice[],
  ): Promise<Change> {
    const uid = rows[0]?.uid ?? '';
    const [concerned, others] = [
      rows.filter(({ roomId }) => moved.has(roomId)),
      rows.filter(({ roomId }) => !moved.has(roomId)),
    ];
    const shown = await Promise.all(concerned.map(row => this.#count(row)));
    const over = shown.filter(({ left }) => left === 0);
    const ready = devices.filter(device => this.#mayReceive(device));
    const results = [
      ...(await this.#takeAway(uid, over, [...others, ...shown.filter(({ left }) => left > 0)], ready)),
      ...(await this.#pushRest(uid, shown, others, ready, moved)),
    ];
    return {
      uid,
      results,
      removed: over.filter(row => !toWaits(row)).map(({ roomId, seq }) => ({ uid, roomId, seq })),
      waits: over.filter(toWaits),
    };
  }

  async #count(row: OutstandingRow): Promise<Shown> {
    const [person] = await readCalledPeople(this.#options, row.roomId, [row.uid], Number.MAX_SAFE_INTEGER);
    const calls = person?.calls ?? [];
    const left = calls.filter(({ seq }) => seq <= row.seq).length;
    return { ...row, left, hasNewer: calls.length > left };
  }

  /** An active page takes its own notifications away. Apple ends the subscription of a device that shows nothing. */
  #mayReceive({ userId, sessionId, service, silent }: ReachableDevice): boolean {
    return service !== 'apple' && silent < MAX_SILENT && !this.#options.active.hasSession(userId, sessionId);
  }

  /** With the topics of the notifications, so that a device that is off never receives them. */
  async #takeAway(
    uid: string,
    over: readonly Shown[],
    rest: readonly OutstandingRow[],
    devices: readonly ReachableDevice[],
  ): Promise<PushResult[]> {
    const shown = over.filter(({ seq }) => seq > 0);
    if (shown.length === 0 || devices.length === 0) return [];
    const { epoch, badges, now } = this.#options;
    const badge = await badges.read(uid);
    const hasSummary = rest.some(({ slot, seq }) => slot === SUMMARY_SLOT && seq > 0);
    const results: PushResult[] = [];
    for (const slot of new Set(shown.map(row => row.slot))) {
      const rooms = shown.filter(row => row.slot === slot);
      const summariesUntil = hasSummary ? undefined : now();
      const payload = toReadPush({ epoch, badge, rooms, summariesUntil });
      results.push(
        ...(await this.#options.devices.push(devices, { payload, urgency: 'normal', slot, isSilent: true })),
      );
    }
    return results;
  }

  async #pushRest(
    uid: string,
    shown: readonly Shown[],
    others: readonly OutstandingRow[],
    devices: readonly ReachableDevice[],
    moved: RoomChanges,
  ): Promise<PushResult[]> {
    if (devices.length === 0) return [];
    const { rooms } = this.#options;
    const results: PushResult[] = [];
    const isChanged = ({ roomId, left }: Shown) => left === 0 || moved.get(roomId) === 'messages';
    for (const row of shown.filter(row => isChanged(row) && row.left > 0 && row.slot !== SUMMARY_SLOT))
      results.push(...(await rooms.pushAgain(row.roomId, row, devices, { isSilent: true })));
    if (shown.some(row => isChanged(row) && row.slot === SUMMARY_SLOT && row.seq > 0))
      results.push(...(await this.#pushSummary(uid, shown, others, devices)));
    return results;
  }

  /** Of what is left of the last one. */
  async #pushSummary(
    uid: string,
    shown: readonly Shown[],
    others: readonly OutstandingRow[],
    devices: readonly ReachableDevice[],
  ): Promise<PushResult[]> {
    const { origin, epoch, badges, read, now } = this.#options;
    const isSummary = ({ slot, seq }: OutstandingRow) => slot === SUMMARY_SLOT && seq > 0;
    const counted = await Promise.all(others.filter(isSummary).map(row => this.#count(row)));
    const rest = [...shown.filter(isSummary), ...counted].filter(({ left }) => left > 0);
    if (rest.length === 0) return [];
    const { hidden } = await readPreferencesOf(read, uid, now());
    const payload = toSummaryPush({
      origin,
      epoch,
      badge: await badges.read(uid),
      count: rest.reduce((sum, { left }) => sum + left, 0),
      rooms: rest,
      at: Math.max(...rest.map(({ at }) => at)),
      hidden,
      isSilent: true,
    });
    const contents = { payload, urgency: 'normal' as const, slot: SUMMARY_SLOT, isSilent: true };
    return this.#options.devices.push(devices, contents);
  }
}

function toWaits({ waits, hasNewer }: Shown): boolean {
  return waits !== null && hasNewer;
}
