import { MAX_DIRECT_PEOPLE } from '@snug/protocol';
import { deriveId } from '../../../base/derived-id.ts';
import type { RoomLine } from '../../../export/format/lines.ts';
import { decodeEntities } from '../../../programs/incoming-webhooks/slack-marks.ts';
import type { Ledger } from '../../import/ledger.ts';
import { joinDescriptions, toDescription, toName } from '../names.ts';
import type { SlackPeople } from './slack-people.ts';
import { type TextContext, toDescriptionText } from './slack-text.ts';
import { isRecord, readList, readSeconds, readText, type SlackObject } from './slack-values.ts';

/** In 2001, before there was Slack. */
const MIN_CREATION_MS = 1e12;

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
  kind: 'open' | 'private' | 'direct' | 'canvas';
  entry: SlackObject;
  days: readonly string[];
  /** Undefined if the list does not have them: the authors. */
  members: readonly string[] | undefined;
}

export function planRooms(
  listed: readonly ListedRoom[],
  {
    workspace,
    people,
    ledger,
    text,
  }: { workspace: string; people: SlackPeople; ledger: Ledger; text: TextContext },
): SlackRoom[] {
  const rooms = new Map<string, SlackRoom>();
  for (const { kind, entry, days, members = [] } of listed) {
    ledger.read('room');
    const sourceId = readText(entry.id);
    // Slack lists the direct rooms that somebody once opened, and a conversation for each canvas.
    if (days.length === 0 && (kind === 'direct' || kind === 'canvas')) {
      ledger.skip({ kind: 'room', reason: 'room.empty', room: sourceId });
      continue;
    }
    const named = members.flatMap(id => (kind === 'direct' ? people.get(id) : (people.find(id) ?? [])));
    if (named.length < members.length) ledger.change('member.unknown', members.length - named.length);
    const uids = [...new Set(named.map(({ id }) => id))];
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
    const createdBy = people.find(readText(entry.creator))?.id;
    const createdAt = toCreationTime(entry.created, days);
    const names = named.map(({ name }) => name).join(', ');
    rooms.set(key, {
      places: [place],
      line: {
        id: isDirect
          ? deriveId(0, 'slack', workspace, 'direct', key)
          : deriveId(0, 'slack', workspace, 'room', sourceId),
        kind: isDirect ? 'direct' : kind === 'open' ? 'open' : 'private',
        name: isDirect ? '' : toName(kind === 'direct' ? names : toRoomName(entry), names || 'Private room'),
        description: isDirect ? '' : toDescription(describe(entry, text)),
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

/** Empty for a folder of a direct room that no list has. */
function toRoomName({ name: text }: SlackObject): string {
  const name = decodeEntities(readText(text));
  const canvas = /^FC:[A-Z0-9]+:(.+)$/s.exec(name)?.[1];
  if (canvas !== undefined) return `Comments on “${canvas}”`;
  return /^[CDG][A-Z0-9]{7,}$/.test(name) ? '' : name;
}

function describe({ topic, purpose }: SlackObject, text: TextContext): string {
  const values = [topic, purpose].map(value => (isRecord(value) ? readText(value.value) : ''));
  return joinDescriptions(values.map(value => toDescriptionText(value, text)));
}

/** `created`: 1 for some direct rooms. Not after the first day with a message. */
function toCreationTime(created: unknown, [first]: readonly string[]): string {
  const listed = readSeconds(created);
  const day = first === undefined ? Number.NaN : Date.parse(`${first.slice(-15, -5)}T00:00:00Z`);
  const at = listed !== undefined && listed > MIN_CREATION_MS ? listed : Number.NaN;
  const isAfterFirst = at > day + 86_400_000;
  return new Date(Number.isNaN(at) || isAfterFirst ? day || 0 : at).toISOString();
}

/** Slack does not say when a room was archived. */
function toLastTime(days: readonly string[], createdAt: string): string {
  const day = Date.parse(`${days.at(-1)?.slice(-15, -5)}T23:59:59Z`);
  return Number.isNaN(day) ? createdAt : new Date(Math.max(day, Date.parse(createdAt))).toISOString();
}
