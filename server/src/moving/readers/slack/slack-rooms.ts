import { MAX_DIRECT_PEOPLE } from '@snug/protocol';
import { deriveId } from '../../../base/derived-id.ts';
import type { RoomLine } from '../../../export/format/lines.ts';
import { decodeEntities } from '../../../programs/incoming-webhooks/slack-marks.ts';
import type { Ledger } from '../../import/ledger.ts';
import { toDescription, toName } from '../names.ts';
import type { SlackPeople } from './slack-people.ts';
import { isRecord, readList, readText, type SlackObject } from './slack-values.ts';

/** A room of Slack with its day files, in order. */
export interface SlackPlace {
  sourceId: string;
  days: readonly string[];
  /** By the `ts` of the message. */
  pins: ReadonlyMap<string, SlackObject>;
}

export interface SlackRoom {
  line: RoomLine;
  /** Several for direct rooms of the same people. */
  places: SlackPlace[];
}

export interface ListedRoom {
  kind: 'open' | 'private' | 'direct';
  entry: SlackObject;
  days: readonly string[];
  /** Undefined if the list does not have them: the authors. */
  members: readonly string[] | undefined;
}

export function planRooms(
  listed: readonly ListedRoom[],
  { workspace, people, ledger }: { workspace: string; people: SlackPeople; ledger: Ledger },
): SlackRoom[] {
  const rooms = new Map<string, SlackRoom>();
  for (const { kind, entry, days, members = [] } of listed) {
    ledger.read('room');
    const sourceId = readText(entry.id);
    const uids = [...new Set(members.map(id => people.get(id).id))];
    const isDirect = kind === 'direct' && uids.length > 0 && uids.length <= MAX_DIRECT_PEOPLE;
    const key = isDirect ? uids.toSorted().join(' ') : `room ${sourceId}`;
    const pins = new Map(
      readList(entry.pins)
        .filter(isRecord)
        .map(pin => [readText(pin.id), pin]),
    );
    const place: SlackPlace = { sourceId, days, pins };
    const known = rooms.get(key);
    if (known) {
      known.places.push(place);
      ledger.skip({ kind: 'room', reason: 'room.merged', room: sourceId });
      continue;
    }
    const creator = readText(entry.creator);
    const createdBy = creator === '' ? undefined : people.get(creator).id;
    const createdAt = toCreationTime(entry.created, days);
    const names = members.map(id => people.get(id).name).join(', ');
    const name = decodeEntities(readText(entry.name));
    rooms.set(key, {
      places: [place],
      line: {
        id: isDirect
          ? deriveId(0, 'slack', workspace, 'direct', key)
          : deriveId(0, 'slack', workspace, 'room', sourceId),
        kind: isDirect ? 'direct' : kind === 'direct' ? 'private' : kind,
        name: isDirect ? '' : toName(kind === 'direct' ? names : name, sourceId),
        description: isDirect ? '' : toDescription(describe(entry)),
        createdAt,
        ...(createdBy !== undefined && { createdBy }),
        ...(entry.is_archived === true && { archivedAt: toLastTime(days, createdAt) }),
        ...(isDirect && { people: uids }),
        members: uids.map(uid => ({ uid, role: uid === createdBy && !isDirect ? 'admin' : 'member' })),
      },
    });
  }
  return [...rooms.values()];
}

function describe({ topic, purpose }: SlackObject): string {
  const texts = [topic, purpose].map(value => (isRecord(value) ? readText(value.value) : ''));
  const shown = texts.map(text =>
    decodeEntities(
      text.replaceAll(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) => label || target),
    ),
  );
  return [...new Set(shown.filter(text => text !== ''))].join('\n');
}

/** In seconds, also as a text; 1 for some direct rooms. Not after the first day with a message. */
function toCreationTime(created: unknown, [first]: readonly string[]): string {
  const seconds = Number(created);
  const day = first === undefined ? Number.NaN : Date.parse(`${first.slice(-15, -5)}T00:00:00Z`);
  const at = seconds > 1_000_000_000 && seconds < 4e9 ? seconds * 1000 : Number.NaN;
  const isAfterFirst = at > day + 86_400_000;
  return new Date(Number.isNaN(at) || isAfterFirst ? day || 0 : at).toISOString();
}

/** Slack does not say when a room was archived. */
function toLastTime(days: readonly string[], createdAt: string): string {
  const day = Date.parse(`${days.at(-1)?.slice(-15, -5)}T23:59:59Z`);
  return Number.isNaN(day) ? createdAt : new Date(Math.max(day, Date.parse(createdAt))).toISOString();
}
