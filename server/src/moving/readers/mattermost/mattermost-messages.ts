import { deriveId } from '../../../base/derived-id.ts';
import type { FileLine, MessageLine } from '../../../export/format/lines.ts';
import type { ImportedBatch, ImportedMessage } from '../../import/import-source.ts';
import { SourceReactions } from '../source-reactions.ts';
import { toMessages } from '../to-messages.ts';
import type { MattermostIndex, StoredPost } from './mattermost-index.ts';
import { toMattermostEmoji, writeMattermostText } from './mattermost-text.ts';

export async function* readMattermostRoom(
  index: MattermostIndex,
  { key, name }: { key: string; name: string },
): AsyncGenerator<ImportedBatch> {
  const reader = new RoomReader(index, name);
  for await (const posts of index.sorted.read([key])) {
    for (let from = 0; from < posts.length; from += 100) {
      const batch = reader.read(posts.slice(from, from + 100));
      if (batch.messages.length > 0) yield batch;
    }
  }
}

class RoomReader {
  readonly #index: MattermostIndex;
  readonly #name: string;
  /** Equal posts of one millisecond are different messages. */
  readonly #counts = new Map<string, number>();
  #countsAt = 0;

  constructor(index: MattermostIndex, name: string) {
    this.#index = index;
    this.#name = name;
  }

  read(posts: readonly StoredPost[]): ImportedBatch {
    const files: FileLine[] = [];
    const messages = posts.flatMap(post => this.#readOne(post, files));
    return { messages, files };
  }

  #readOne(post: StoredPost, files: FileLine[]): ImportedMessage[] {
    const { ledger } = this.#index;
    const at = new Date(post.at).toISOString();
    const id = this.#toUniqueId(post);
    const own = this.#readFiles(post, id);
    const texts = writeMattermostText(post, own.missing, this.#index);
    const isEmpty = texts.length === 0 && own.files.length === 0;
    const reactions = this.#readReactions(post);
    if (isEmpty && !post.hasReplies) {
      reactions.skipAll();
      ledger.skip({ kind: 'message', reason: 'message.empty', room: this.#name, at });
      return [];
    }
    files.push(...own.files);
    const line: MessageLine = { id, at, by: post.by };
    if (post.root !== undefined) Object.assign(line, { replyTo: post.root, root: post.root });
    // Its replies need it.
    if (isEmpty) {
      reactions.skipAll();
      return [{ ...line, deleted: at }];
    }
    const reacted = reactions.finish();
    if (reacted) line.reactions = reacted;
    if (post.edit_at > 0 && post.edit_at < 8.64e15)
      line.edited = { count: 1, at: new Date(post.edit_at).toISOString() };
    if (post.is_pinned) {
      ledger.read('pin');
      line.pinned = { by: post.by, at };
    }
    return toMessages(
      line,
      { texts, files: own.files, deriveId: part => deriveId(post.at, id, part) },
      ledger,
    );
  }

  #toUniqueId({ id, at }: StoredPost): string {
    if (at !== this.#countsAt) this.#counts.clear();
    this.#countsAt = at;
    const count = this.#counts.get(id) ?? 0;
    this.#counts.set(id, count + 1);
    return count === 0 ? id : deriveId(at, id, 'again', count);
  }

  #readFiles({ attachments }: StoredPost, id: string): { files: FileLine[]; missing: string[] } {
    const { files, findPaths, ledger } = this.#index;
    const found: FileLine[] = [];
    const missing: string[] = [];
    for (const [index, { path }] of attachments.entries()) {
      ledger.read('file');
      const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
      const known = files.find(findPaths(path));
      if (known !== undefined) found.push(files.add(deriveId(0, id, 'file', index), known, name));
      else {
        ledger.skip({ kind: 'file', reason: 'file.not_in_archive', room: this.#name, item: { path } });
        missing.push(name);
      }
    }
    return { files: found, missing };
  }

  #readReactions(post: StoredPost): SourceReactions {
    const { emoji, people, ledger } = this.#index;
    const reactions = new SourceReactions(ledger);
    for (const { user, emoji_name: name } of post.reactions)
      reactions.add(toMattermostEmoji(name, emoji), people.getOrAdd(user).id, name);
    return reactions;
  }
}
