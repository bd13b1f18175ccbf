import { deriveId } from '../../../base/derived-id.ts';
import type { FileLine, MessageLine } from '../../../export/format/lines.ts';
import type { ImportedBatch, ImportedMessage } from '../../import/import-source.ts';
import { SourceReactions } from '../source-reactions.ts';
import { toMessages } from '../to-messages.ts';
import type { DiscordIndex } from './discord-index.ts';
import type { DiscordRoom } from './discord-rooms.ts';
import { toDiscordEmoji, writeDiscordText } from './discord-text.ts';
import type { StoredMessage } from './stored-message.ts';

/** Where a message is that others answer. */
interface Known {
  id: string;
  root: string;
}

export async function* readDiscordRoom(
  index: DiscordIndex,
  room: DiscordRoom | undefined,
): AsyncGenerator<ImportedBatch> {
  if (!room) return;
  const reader = new RoomReader(index, room);
  for await (const stored of index.sorted.read(room.channels)) {
    // A message has at most some ten files, each of which becomes a message.
    for (let from = 0; from < stored.length; from += 100) {
      const batch = reader.read(stored.slice(from, from + 100));
      if (batch.messages.length > 0) yield batch;
    }
  }
}

class RoomReader {
  readonly #index: DiscordIndex;
  readonly #room: DiscordRoom;
  readonly #known = new Map<string, Known>();
  readonly #threads = new Map<string, Known>();
  readonly #threadRoots: ReadonlySet<string>;
  /** Of the present millisecond. */
  readonly #seen = new Set<string>();
  #seenAt = 0;

  constructor(index: DiscordIndex, room: DiscordRoom) {
    this.#index = index;
    this.#room = room;
    this.#threadRoots = new Set(room.threads.values());
  }

  read(stored: readonly StoredMessage[]): ImportedBatch {
    const files: FileLine[] = [];
    const messages = stored.flatMap(message => this.#readOne(message, files));
    const people = this.#index.people.takeNew();
    return { messages, files, ...(people.length > 0 && { people }) };
  }

  #readOne(message: StoredMessage, files: FileLine[]): ImportedMessage[] {
    const { ledger, people } = this.#index;
    const skip = (reason: string): ImportedMessage[] => {
      const at = new Date(message.at).toISOString();
      const { id, content } = message;
      ledger.skip({ kind: 'message', reason, room: this.#room.line.name, at, item: { id, content } });
      return [];
    };
    // Parts that overlap, or two exports of one channel.
    if (this.#isTwice(message)) return skip('message.twice');
    const reactions = this.#readReactions(message);
    if (message.isNotice) {
      reactions.skipAll();
      return skip(`notice.${message.kind}`);
    }
    const by = people.find(message.author)?.id;
    if (by === undefined) throw new Error(`no person has the id ${message.author}`);
    const own = this.#readFiles(message);
    const texts = writeDiscordText(message, own.missing, {
      ...this.#index,
      findChannel: id => this.#index.channels.get(id)?.head.name,
    });
    if (texts.length === 0 && own.files.length === 0) {
      reactions.skipAll();
      return skip('message.empty');
    }
    files.push(...own.files);
    const id = this.#toId(message, 0);
    const place = this.#findPlace(message, id, by);
    const line: MessageLine = { id, at: new Date(message.at).toISOString(), by };
    if (place.answered) Object.assign(line, { replyTo: place.answered.id, root: place.answered.root });
    const reacted = reactions.finish();
    if (reacted) line.reactions = reacted;
    const editedAt = Date.parse(message.timestampEdited ?? '');
    if (editedAt > 0) line.edited = { count: 1, at: new Date(editedAt).toISOString() };
    if (message.isPinned) line.pinned = this.#readPin(message, by);
    const deriveId = (part: number) => this.#toId(message, part);
    return [...place.added, ...toMessages(line, { texts, files: own.files, deriveId }, ledger)];
  }

  #isTwice({ at, channel, id }: StoredMessage): boolean {
    if (at !== this.#seenAt) this.#seen.clear();
    this.#seenAt = at;
    const key = `${channel}/${id}`;
    const isTwice = this.#seen.has(key);
    this.#seen.add(key);
    return isTwice;
  }

  #toId({ at, channel, id }: StoredMessage, part: number): string {
    return deriveId(at, this.#index.workspace, 'message', channel, id, part);
  }

  /** The answered message. One that the export does not have becomes a deleted message before the answer. */
  #findPlace(message: StoredMessage, id: string, by: string): { answered?: Known; added: ImportedMessage[] } {
    const { channel, answered: answeredId, at } = message;
    const { answered: wanted, workspace, people, ledger } = this.#index;
    const added: ImportedMessage[] = [];
    const find = (sourceId: string): Known => {
      const known = this.#known.get(sourceId);
      if (known) return known;
      ledger.change('reply.root_missing');
      const missing = deriveId(at, workspace, 'missing', channel, sourceId);
      const author = people.find(people.addUnknown())?.id ?? by;
      const time = new Date(at).toISOString();
      added.push({ id: missing, at: time, by: author, deleted: time, extra: 'root' });
      return this.#remember(sourceId, { id: missing, root: missing });
    };
    const threadRoot = this.#room.threads.get(channel);
    let answered: Known | undefined;
    if (threadRoot !== undefined) {
      let root = this.#threads.get(channel);
      if (!root && threadRoot !== '') root = find(threadRoot);
      this.#threads.set(channel, root ?? { id, root: id });
      // An answer within the thread stays in its conversation.
      if (root) {
        const known = answeredId === undefined ? undefined : this.#known.get(answeredId);
        answered = { id: known?.root === root.root ? known.id : root.id, root: root.root };
      }
    } else if (answeredId !== undefined) answered = find(answeredId);
    if (wanted.has(message.id) || this.#threadRoots.has(message.id))
      this.#remember(message.id, { id, root: answered?.root ?? id });
    return answered ? { answered, added } : { added };
  }

  #remember(sourceId: string, known: Known): Known {
    this.#known.set(sourceId, known);
    return known;
  }

  #readFiles(message: StoredMessage): { files: FileLine[]; missing: string[] } {
    const { files, ledger } = this.#index;
    const found: FileLine[] = [];
    const missing: string[] = [];
    const all = [
      ...message.attachments.map(({ url, fileName }) => ({ url, name: fileName })),
      ...message.stickers.map(({ sourceUrl, name }) => ({ url: sourceUrl, name })),
    ];
    for (const [index, { url, name }] of all.entries()) {
      ledger.read('file');
      const path = files.find([message.folder + url, url]);
      if (path !== undefined) {
        found.push(files.add(deriveId(message.at, this.#toId(message, 0), 'file', index), path, name));
        continue;
      }
      // Without its address, which has a key.
      const at = new Date(message.at).toISOString();
      ledger.skip({
        kind: 'file',
        reason: 'file.not_in_archive',
        room: this.#room.line.name,
        at,
        item: { name },
      });
      missing.push(name);
    }
    return { files: found, missing };
  }

  #readReactions(message: StoredMessage): SourceReactions {
    const { ledger, emoji, people } = this.#index;
    const reactions = new SourceReactions(ledger);
    for (const { emoji: shown, count, users } of message.reactions) {
      const name = toDiscordEmoji(shown, emoji);
      for (const user of users) {
        const uid = people.find(user)?.id;
        if (uid !== undefined) reactions.add(name, uid, shown.name);
      }
      reactions.addUnknown(count - users.length, shown.name);
    }
    return reactions;
  }

  #readPin(message: StoredMessage, by: string): { by: string; at: string } {
    const { ledger, pins, people } = this.#index;
    ledger.read('pin');
    const pin = pins.get(message.id);
    const uid = pin && people.find(pin.by)?.id;
    return { by: uid ?? by, at: new Date(pin?.at ?? message.at).toISOString() };
  }
}
