import { deriveId } from '../../../base/derived-id.ts';
import type { FileLine, MessageLine } from '../../../export/format/lines.ts';
import type { ImportedBatch, ImportedMessage } from '../../import/import-source.ts';
import { SourceReactions } from '../source-reactions.ts';
import { toMessages } from '../to-messages.ts';
import type { MatrixIndex, StoredEdit, StoredItem, StoredMessage } from './matrix-index.ts';
import type { MatrixRoomState } from './matrix-rooms.ts';
import { isMedia, readFileName, toMatrixEmoji, writeMatrixText } from './matrix-text.ts';

/** Where a message is that others answer. */
interface Known {
  id: string;
  root: string;
}

/** A message with what belongs to it. */
interface Whole {
  message: StoredMessage;
  edit: StoredEdit | undefined;
  reactions: { sender: string; key: string }[];
}

const MAX_BATCH = 200;

/** `rooms`: several for direct rooms of the same people. */
export async function* readMatrixRoom(
  index: MatrixIndex,
  { rooms, name }: { rooms: readonly MatrixRoomState[]; name: string },
): AsyncGenerator<ImportedBatch> {
  const reader = new RoomReader(index, rooms, name);
  let whole: Whole | undefined;
  let messages: ImportedMessage[] = [];
  let files: FileLine[] = [];
  for await (const items of index.sorted.read(rooms.map(({ id }) => id))) {
    for (const item of items) {
      if (item.kind !== 'message') {
        if (whole) addTo(whole, item);
        continue;
      }
      if (whole) messages.push(...reader.read(whole, files));
      whole = { message: item, edit: item.edit, reactions: [] };
      if (messages.length < MAX_BATCH) continue;
      yield { messages, files };
      messages = [];
      files = [];
    }
  }
  if (whole) messages.push(...reader.read(whole, files));
  if (messages.length > 0) yield { messages, files };
  reader.skipUnusedPins();
}

function addTo(whole: Whole, item: Exclude<StoredItem, StoredMessage>): void {
  if (item.kind === 'reaction') whole.reactions.push(item);
  // Others cannot edit a message.
  else if (item.sender === whole.message.sender && item.at >= (whole.edit?.at ?? 0)) whole.edit = item;
}

class RoomReader {
  readonly #index: MatrixIndex;
  readonly #name: string;
  readonly #pins: Map<string, { by: string; at: number }>;
  readonly #known = new Map<string, Known>();

  constructor(index: MatrixIndex, rooms: readonly MatrixRoomState[], name: string) {
    this.#index = index;
    this.#name = name;
    this.#pins = new Map(rooms.flatMap(({ pins }) => [...pins]));
  }

  read({ message, edit, reactions: given }: Whole, files: FileLine[]): ImportedMessage[] {
    const { ledger, people, answered: wanted } = this.#index;
    const { id: sourceId, at, sender } = message;
    const time = new Date(at).toISOString();
    const by = people.get(sender).id;
    const reactions = new SourceReactions(ledger);
    for (const { sender, key } of given) reactions.add(toMatrixEmoji(key), people.get(sender).id, key);
    const skip = (reason: string): ImportedMessage[] => {
      reactions.skipAll();
      ledger.skip({ kind: 'message', reason, room: this.#name, at: time, item: { id: sourceId } });
      return [];
    };
    const id = this.#toId(message, 0);
    const content = edit?.content ?? message.content;
    if (!content && !wanted.has(sourceId)) return skip('message.deleted');
    const own = content ? this.#readFile(message, id) : {};
    const texts = content
      ? writeMatrixText(
          {
            content,
            poll: message.poll,
            isSticker: message.isSticker,
            isAnswer: message.answered !== undefined,
            missing: own.missing,
          },
          this.#index,
        )
      : [];
    if (content && texts.length === 0 && !own.file && !wanted.has(sourceId)) return skip('message.empty');
    const place = this.#findPlace(message, id, by);
    const line: MessageLine = { id, at: time, by };
    if (place.answered) Object.assign(line, { replyTo: place.answered.id, root: place.answered.root });
    if (texts.length === 0 && !own.file) {
      reactions.skipAll();
      return [...place.added, { ...line, deleted: time }];
    }
    if (own.file) files.push(own.file);
    const reacted = reactions.finish();
    if (reacted) line.reactions = reacted;
    if (edit) line.edited = { count: 1, at: new Date(Math.max(edit.at, at)).toISOString() };
    const pin = this.#pins.get(sourceId);
    if (pin) {
      this.#pins.delete(sourceId);
      ledger.read('pin');
      line.pinned = { by: people.get(pin.by).id, at: new Date(Math.max(pin.at, at)).toISOString() };
    }
    const parts = {
      texts,
      files: own.file ? [own.file] : [],
      deriveId: (part: number) => this.#toId(message, part),
    };
    return [...place.added, ...toMessages(line, parts, ledger)];
  }

  skipUnusedPins(): void {
    const { ledger } = this.#index;
    const count = this.#pins.size;
    if (count === 0) return;
    ledger.read('pin', count);
    ledger.skip({ kind: 'pin', reason: 'pin.message', room: this.#name }, count);
  }

  #toId({ at, id }: Pick<StoredMessage, 'at' | 'id'>, part: number): string {
    return deriveId(at, this.#index.workspace, 'message', id, part);
  }

  #readFile(message: StoredMessage, id: string): { file?: FileLine; missing?: string } {
    const { media, files, ledger } = this.#index;
    const { content, isSticker, folder, ownAt, at } = message;
    if (!content || (!isSticker && !isMedia(content))) return {};
    ledger.read('file');
    const name = readFileName(content);
    const find = (name: string) =>
      name === '' ? undefined : media.find({ msgtype: content.msgtype, isSticker, name, at: ownAt, folder });
    const found = find(name) ?? find(content.body);
    if (found) return { file: files.add(deriveId(0, id, 'file'), found, name) };
    ledger.skip({
      kind: 'file',
      reason: 'file.not_in_archive',
      room: this.#name,
      at: new Date(at).toISOString(),
      item: { name },
    });
    return { missing: name };
  }

  /** The answered message. One that the export does not have becomes a deleted message before the answer. */
  #findPlace(
    { id: sourceId, answered, thread, at }: StoredMessage,
    id: string,
    by: string,
  ): { answered?: Known; added: ImportedMessage[] } {
    const { answered: wanted, ledger } = this.#index;
    const added: ImportedMessage[] = [];
    const find = (target: string): Known => {
      const known = this.#known.get(target);
      if (known) return known;
      ledger.change('reply.root_missing');
      const missing = deriveId(at, this.#index.workspace, 'missing', target);
      const time = new Date(at).toISOString();
      added.push({ id: missing, at: time, by, deleted: time, extra: 'root' });
      return this.#remember(target, { id: missing, root: missing });
    };
    const root = thread === undefined ? undefined : find(thread);
    const inThread = answered === undefined ? undefined : this.#known.get(answered);
    let place: Known | undefined;
    if (root) place = inThread?.root === root.root ? inThread : root;
    else if (answered !== undefined) place = find(answered);
    if (wanted.has(sourceId)) this.#remember(sourceId, { id, root: place?.root ?? id });
    return place ? { answered: place, added } : { added };
  }

  #remember(sourceId: string, known: Known): Known {
    this.#known.set(sourceId, known);
    return known;
  }
}
