import { describeRetention, type Retention } from '@snug/protocol';
import type { MessageLine, RoomLine } from '../../export/format/lines.ts';
import { countParts } from './apply/skip-message.ts';
import { ImportError } from './import-error.ts';
import { type ImportedPerson, type ImportSource, leaveOut } from './import-source.ts';
import { ROOM_KINDS, type RoomKind } from './ledger.ts';
import { type PeopleRules, propose } from './people/decision.ts';
import type { ProposedPerson } from './people/people-file.ts';

const DAY_MS = 24 * 60 * 60_000;
export const MAX_PEOPLE = 200_000;
const MAX_GUEST_ROOMS = 10_000;

/** What an archive has, and what would become of it here. */
export interface Survey {
  people: readonly ProposedPerson[];
  rooms: { open: number; private: number; direct: number; archived: number };
  messages: number;
  /** What the messages have, with them. */
  comes: Readonly<Record<RoomKind, number>>;
  fileBytes: number;
  guests: number;
  /** Open rooms with members who are guests in the archive. */
  guestRooms: readonly string[];
  /** Messages that are older than the rules here keep them. */
  expired: number;
  /** The names of `--rooms` that the archive does not have. */
  unknownRooms: readonly string[];
  firstAt: string | undefined;
  lastAt: string | undefined;
}

export interface SurveyOptions {
  rules: PeopleRules;
  /** Of the workspace here. */
  retention: Retention | undefined;
  /** Undefined for all. */
  rooms: ReadonlySet<string> | undefined;
  now: number;
  onProgress: (messages: number) => void;
}

/** Reads everything once, and writes nothing. Throws an `ImportError`. */
export async function surveySource(source: ImportSource, options: SurveyOptions): Promise<Survey> {
  const { rules, rooms: wanted, onProgress } = options;
  const people: ProposedPerson[] = [];
  const guests = new Set<string>();
  const guestRooms: string[] = [];
  const rooms = { open: 0, private: 0, direct: 0, archived: 0 };
  const names = new Set<string>();
  const sums = { messages: 0, fileBytes: 0, expired: 0 };
  const comes: Record<RoomKind, number> = { message: 0, file: 0, mention: 0, reaction: 0, pin: 0 };
  let [firstAt, lastAt]: (string | undefined)[] = [];
  const known = new Set<string>();

  async function addPeople(batch: readonly ImportedPerson[]): Promise<void> {
    for (const person of batch) {
      if (known.has(person.id)) continue;
      if (known.size === MAX_PEOPLE) throw new ImportError(`The archive has more than ${MAX_PEOPLE} people.`);
      known.add(person.id);
      if (person.guest) guests.add(person.id);
      const { sourceId, name, email } = person;
      people.push({
        person: { sourceId, name, ...(email && { email }) },
        proposal: await propose(person, rules),
      });
    }
  }

  for await (const batch of source.people()) await addPeople(batch);
  for await (const _ of source.emoji());
  for await (const batch of source.rooms()) {
    for (const room of batch) {
      names.add(room.name);
      if (wanted && !wanted.has(room.name)) {
        leaveOut(source, room);
        continue;
      }
      rooms[room.kind]++;
      if (room.archivedAt !== undefined) rooms.archived++;
      if (hasGuests(room, guests) && guestRooms.length < MAX_GUEST_ROOMS) guestRooms.push(room.name);
      const before = findExpiry(room, options);
      for await (const { messages, people: more = [], files = [] } of source.messages(room)) {
        await addPeople(more);
        for (const { size = 0 } of files) sums.fileBytes += size;
        for (const message of messages) {
          if (!message.extra) sums.messages++;
          const counts = countParts(message);
          for (const kind of ROOM_KINDS) comes[kind] += counts[kind];
          if (isExpired(message, before)) sums.expired++;
          if (firstAt === undefined || message.at < firstAt) firstAt = message.at;
          if (lastAt === undefined || message.at > lastAt) lastAt = message.at;
        }
        onProgress(sums.messages);
      }
    }
  }
  const unknownRooms = [...(wanted ?? [])].filter(name => !names.has(name));
  return { people, rooms, ...sums, comes, guests: guests.size, guestRooms, unknownRooms, firstAt, lastAt };
}

function hasGuests({ kind, members }: RoomLine, guests: ReadonlySet<string>): boolean {
  return kind === 'open' && members.some(({ uid, role }) => role !== undefined && guests.has(uid));
}

interface Expiry {
  at: string;
  keepsPins: boolean;
}

/** A time as in the lines; undefined if messages stay for ever. */
function findExpiry(
  { retention }: RoomLine,
  { retention: workspace, now }: SurveyOptions,
): Expiry | undefined {
  const own: Retention | undefined = retention && {
    version: 1,
    ...(retention.days !== null && { days: retention.days }),
    ...(retention.keepsPins && { keepsPins: true }),
  };
  const { days, keepsPins } = describeRetention(workspace, own, now);
  return days === undefined ? undefined : { at: new Date(now - days * DAY_MS).toISOString(), keepsPins };
}

function isExpired({ at, pinned }: MessageLine, before: Expiry | undefined): boolean {
  return before !== undefined && at < before.at && !(pinned && before.keepsPins);
}
