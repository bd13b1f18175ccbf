import { createHash } from 'node:crypto';
import type { PartName } from '../../export/format/entries.ts';
import type { LineSource } from '../../export/format/line-source.ts';
import type { EmojiLine, MemberEntry, MessageLine, PersonLine, RoomLine } from '../../export/format/lines.ts';
import { FileDigests } from './file-digests.ts';
import type { ToKey } from './people-keys.ts';

/** A line in the one form that equal lines of both sides have. */
export interface Canonical {
  /** Of the other side's line to compare with. */
  key: string;
  /** ISO 8601; empty for what has no time. */
  at: string;
  fields: Readonly<Record<string, unknown>>;
  /** The fields as JSON. */
  text: string;
}

/** The entries that a comparison of everything has, with the fields that no two of their lines have in common. */
export const COMPARED_PARTS = {
  'settings.json': ['name'],
  'reads.jsonl': ['uid', 'room'],
  'follows.jsonl': ['uid', 'room', 'root'],
  'saved.jsonl': ['uid', 'room', 'message'],
  'blocks.jsonl': ['uid', 'blocked'],
  'statuses.jsonl': ['uid'],
  'levels.jsonl': ['uid'],
} as const satisfies Partial<Record<PartName, readonly string[]>>;

export type ComparedPart = keyof typeof COMPARED_PARTS;

const PERSON_FIELDS: ReadonlySet<string> = new Set(['uid', 'by', 'blocked']);

interface CanonicalsOptions {
  withoutIds?: boolean;
}

/** Names people by their keys, and files by what they are. Optional fields of readers of other programs do not count. */
export class Canonicals {
  readonly #source: LineSource;
  readonly #toKey: ToKey;
  readonly #withoutIds: boolean;
  readonly #files: FileDigests;

  static async read(
    source: LineSource,
    toPersonKey: ToKey,
    { withoutIds = false }: CanonicalsOptions,
  ): Promise<Canonicals> {
    const files = new FileDigests();
    for await (const lines of source.files()) for (const line of lines) files.add(line);
    return new Canonicals(source, toPersonKey, withoutIds, files);
  }

  private constructor(source: LineSource, toPersonKey: ToKey, withoutIds: boolean, files: FileDigests) {
    this.#source = source;
    this.#toKey = toPersonKey;
    this.#withoutIds = withoutIds;
    this.#files = files;
  }

  async person(line: PersonLine): Promise<Canonical> {
    const {
      id,
      name,
      email,
      emailConfirmed,
      deletedAt,
      suspendedAt,
      workspaceAdmin,
      bot,
      owner,
      guest,
      avatar,
    } = line;
    return toCanonical(this.#toKey(id), '', {
      name,
      email,
      emailConfirmed,
      joinedAt: line.joinedAt,
      deletedAt,
      isSuspended: suspendedAt === undefined ? undefined : true,
      workspaceAdmin,
      bot,
      owner: this.#person(owner),
      guest: guest && { invitedBy: this.#person(guest.invitedBy), until: guest.until },
      avatar: avatar === undefined ? undefined : await this.#hashFile(avatar),
    });
  }

  async emoji({ name, key, addedBy, at, deletedAt, file }: EmojiLine): Promise<Canonical> {
    return toCanonical(name, '', {
      name,
      key,
      addedBy: this.#person(addedBy),
      at,
      deletedAt,
      file: file === undefined ? undefined : await this.#hashFile(file),
    });
  }

  /** Of settings, each one is a line. */
  async part(name: ComparedPart, line: object): Promise<Canonical> {
    const { file, ...own } = line as Record<string, unknown>;
    const fields: Record<string, unknown> = {
      ...Object.fromEntries(
        Object.entries(own).map(([field, value]) => [
          field,
          PERSON_FIELDS.has(field) && typeof value === 'string' ? this.#toKey(value) : value,
        ]),
      ),
      ...(typeof file === 'string' && { file: await this.#hashFile(file) }),
    };
    return toCanonical(COMPARED_PARTS[name].map(field => String(fields[field])).join(' '), '', fields);
  }

  room(line: RoomLine): { line: string; members: string; alias: string } {
    const {
      kind,
      name,
      description,
      createdAt,
      createdBy,
      archivedAt,
      onlyAdminsInvite,
      retention,
      trimmed,
    } = line;
    const people = line.people?.map(this.#toKey).toSorted();
    const room = {
      kind,
      name,
      description,
      createdAt,
      createdBy: this.#person(createdBy),
      archivedAt,
      people,
    };
    const members = line.members
      .map(member => this.#member(member))
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
    return {
      line: JSON.stringify({
        ...room,
        onlyAdminsInvite,
        retention: retention && [retention.days, retention.keepsPins, retention.begins, retention.formerDays],
        keptPins: trimmed?.keptPins,
      }),
      members: JSON.stringify(members),
      alias: JSON.stringify([kind, name, people]),
    };
  }

  #member({ uid, role, joinedAt, leftAt, bannedUntil, silencedUntil, request }: MemberEntry) {
    return { uid: this.#toKey(uid), role, joinedAt, leftAt, bannedUntil, silencedUntil, request };
  }

  async message(line: MessageLine): Promise<Canonical> {
    const { id, at, by, text, mentions, replyTo, root, file, reactions, edited, pinned, deleted } = line;
    const fields = {
      at,
      by: this.#person(by),
      text,
      mentions: mentions?.map(({ uid, start, length }) => [this.#person(uid), start, length]),
      replyTo: this.#reference(replyTo),
      root: this.#reference(root),
      file: file === undefined ? undefined : [this.#files.find(file), await this.#hashFile(file)],
      reactions: reactions && this.#reactions(reactions),
      edited: edited && { count: edited.count, at: edited.at },
      pinned: pinned && { by: this.#person(pinned.by), at: pinned.at },
      deleted,
      removed: line.removed,
      notice: line.notice,
    };
    return toCanonical(this.#withoutIds ? at : id, at, fields);
  }

  #person(uid: string | null | undefined): string | null | undefined {
    return uid === undefined || uid === null ? uid : this.#toKey(uid);
  }

  /** Without ids, only whether there is one. */
  #reference(id: string | undefined): string | true | undefined {
    return id !== undefined && this.#withoutIds ? true : id;
  }

  #reactions(reactions: Readonly<Record<string, readonly string[]>>): [emoji: string, people: string[]][] {
    return Object.entries(reactions)
      .map(([emoji, uids]): [string, string[]] => [emoji, uids.map(this.#toKey).toSorted()])
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  async #hashFile(id: string): Promise<string> {
    const bytes = await this.#source.openFile(id);
    if (!bytes) return 'no bytes';
    const hash = createHash('sha256');
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) hash.update(chunk);
    return hash.digest('hex');
  }
}

function toCanonical(key: string, at: string, fields: Record<string, unknown>): Canonical {
  return { key, at, fields, text: JSON.stringify(fields) };
}
