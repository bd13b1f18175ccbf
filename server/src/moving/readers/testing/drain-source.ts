import type { EmojiLine, FileLine, RoomLine } from '../../../export/format/lines.ts';
import type { ImportedMessage, ImportedPerson, ImportSource } from '../../import/import-source.ts';

export interface Drained {
  people: ImportedPerson[];
  emoji: EmojiLine[];
  rooms: RoomLine[];
  /** By the id of their room. */
  messages: Map<string, ImportedMessage[]>;
  files: FileLine[];
}

/** Reads all of a source, and counts it as stored as the writers of the databases do. */
export async function drainSource(source: ImportSource): Promise<Drained> {
  const { ledger } = source;
  const drained: Drained = { people: [], emoji: [], rooms: [], messages: new Map(), files: [] };
  for await (const page of source.people()) drained.people.push(...page);
  for await (const page of source.emoji()) drained.emoji.push(...page);
  for await (const page of source.rooms()) drained.rooms.push(...page);
  for (const room of drained.rooms) {
    const messages: ImportedMessage[] = [];
    for await (const batch of source.messages(room)) {
      messages.push(...batch.messages);
      drained.people.push(...(batch.people ?? []));
      drained.files.push(...(batch.files ?? []));
    }
    drained.messages.set(room.id, messages);
    for (const { extra, reactions = {}, mentions = [], file, pinned } of messages) {
      if (!extra) ledger.store('message');
      if (file !== undefined) ledger.store('file');
      if (pinned) ledger.store('pin');
      ledger.store('mention', mentions.length);
      for (const uids of Object.values(reactions)) ledger.store('reaction', uids.length);
    }
  }
  ledger.store('person', drained.people.length);
  ledger.store('emoji', drained.emoji.length);
  ledger.store('room', drained.rooms.length);
  return drained;
}

/** The first rule of a log that a room breaks; undefined if it keeps all. */
export function findLogFault(messages: readonly ImportedMessage[]): string | undefined {
  const roots = new Map<string, string>();
  let at = '';
  for (const message of messages) {
    if (roots.has(message.id)) return `${message.id} is there twice`;
    if (message.at < at) return `${message.id} is older than the message before it`;
    at = message.at;
    if ((message.replyTo === undefined) !== (message.root === undefined))
      return `${message.id} has half of an answer`;
    if (message.replyTo !== undefined && roots.get(message.replyTo) !== message.root)
      return `${message.id} answers a message that is not before it in its conversation`;
    if (message.deleted === undefined && message.text === undefined && message.file === undefined)
      return `${message.id} is empty`;
    roots.set(message.id, message.root ?? message.id);
  }
  return undefined;
}

/** Lines for people to read, with names in place of ids. */
export function describeSource({ people, emoji, rooms, messages, files }: Drained): string[] {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const fileNames = new Map(files.map(({ id, name }) => [id, name]));
  const numbers = new Map<string, number>();
  const lines = people.map(({ name, sourceId, ...person }) => {
    const marks = (['bot', 'placeholder', 'guest', 'suspendedAt', 'email', 'avatar'] as const).filter(
      key => person[key],
    );
    return `person ${name} (${sourceId})${marks.map(mark => ` ${mark}`).join('')}`;
  });
  lines.push(...emoji.map(({ name, key }) => `emoji ${name}${key === name ? '' : ` of ${key}`}`));
  for (const room of rooms) {
    const others = (room.people ?? room.members.map(({ uid }) => uid))
      .map(uid => names.get(uid) ?? '')
      .toSorted((one, other) => (one < other ? -1 : 1));
    const archived = room.archivedAt === undefined ? '' : ', archived';
    lines.push(`${room.kind} room ${JSON.stringify(room.name)} [${others.join(', ')}]${archived}`);
    for (const [index, message] of (messages.get(room.id) ?? []).entries()) {
      numbers.set(message.id, index + 1);
      const {
        at,
        by,
        text,
        mentions = [],
        replyTo,
        root,
        file,
        reactions,
        edited,
        pinned,
        deleted,
        extra,
      } = message;
      const parts = [
        `  ${index + 1} ${at} ${names.get(by)}:`,
        text === undefined ? '' : JSON.stringify(text.length > 300 ? `${text.length} units` : text),
        mentions.length > 0 &&
          `names ${mentions.map(({ uid }) => (uid === null ? 'all' : names.get(uid))).join(', ')}`,
        replyTo !== undefined && `answers ${numbers.get(replyTo)} of ${numbers.get(root ?? '')}`,
        file !== undefined && `file ${fileNames.get(file)}`,
        ...Object.entries(reactions ?? {}).map(
          ([key, uids]) => `${key} ${uids.map(uid => names.get(uid)).join('+')}`,
        ),
        edited && `edited ${edited.at}`,
        pinned && `pinned by ${names.get(pinned.by)}`,
        deleted !== undefined && 'deleted',
        extra,
      ];
      lines.push(parts.filter(Boolean).join(' '));
    }
  }
  return lines;
}
