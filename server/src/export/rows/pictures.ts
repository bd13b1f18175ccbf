import { Readable } from 'node:stream';
import { PAGE_SIZE, readPages } from '../../account/export/pages.ts';
import { deriveId } from '../../base/derived-id.ts';
import { findPicture } from '../../chat/emoji/emoji-pictures.ts';
import { prepared } from '../../db/prepared.ts';
import { findLogoPicture } from '../../workspace/settings/logo.ts';
import type { EmojiLine, FileLine } from '../format/lines.ts';
import { getAvatarId, readAvatars } from './people-lines.ts';
import { isWholeWorkspace, type RowSource, timeField } from './scope.ts';

/** A picture that is no file of a message. */
interface Picture {
  line: FileLine;
  open: () => Promise<Readable | undefined>;
}

interface EmojiRow {
  name: string;
  key: string;
  picture: string | null;
  addedBy: string;
  at: number;
  deletedAt: number | null;
}

const selectEmoji = prepared<[after: string, limit: number], EmojiRow>(
  `select "name", "key", "picture", "addedBy", "at", "deletedAt" from "emoji" where "name" > $1 order by "name" limit $2`,
);
const selectLogo = prepared<[], { token: string; picture: string }>(
  `select "token", "picture" from "logo_pictures" where "token" > '' order by "token", "picture"`,
);

export async function* listPictures(source: RowSource): AsyncGenerator<readonly Picture[]> {
  const { read, storage } = source;
  for await (const avatars of readAvatars(source)) {
    const pictures: Picture[] = [];
    for (const avatar of avatars) {
      const key = avatar.slice(1);
      const size = (await storage.find(key))?.size;
      pictures.push({
        line: {
          id: getAvatarId(avatar),
          name: 'avatar.png',
          contentType: 'image/png',
          ...(size !== undefined && { size }),
        },
        open: () => storage.read(key),
      });
    }
    yield pictures;
  }
  for await (const rows of readEmojiRows(source))
    yield rows.flatMap(({ name, picture, deletedAt }) =>
      picture === null || deletedAt !== null
        ? []
        : {
            line: { id: getEmojiFileId(picture), name: `${name}.webp`, contentType: 'image/webp' },
            open: async () => toStream(await findPicture(read, picture, false)),
          },
    );
  if (isWholeWorkspace(source.scope))
    yield (await selectLogo(read)).map(({ token, picture }) => ({
      line: { id: getLogoFileId(token, picture), name: picture, contentType: 'image/png' },
      open: async () => toStream(await findLogoPicture(read, token, picture)),
    }));
}

function toStream(bytes: Buffer | undefined): Readable | undefined {
  return bytes && Readable.from([bytes]);
}

/** Opens pictures by the ids of their lines. Finds them all at the first use. */
export class Pictures {
  readonly #source: RowSource;
  #known: Promise<ReadonlyMap<string, Picture['open']>> | undefined;

  constructor(source: RowSource) {
    this.#source = source;
  }

  async open(id: string): Promise<Readable | undefined> {
    this.#known ??= this.#find();
    return (await this.#known).get(id)?.();
  }

  async #find(): Promise<ReadonlyMap<string, Picture['open']>> {
    const known = new Map<string, Picture['open']>();
    for await (const pictures of listPictures(this.#source))
      for (const { line, open } of pictures) known.set(line.id, open);
    return known;
  }
}

/** All names of the workspace: texts and reactions name them. */
export async function* readEmojiLines(source: RowSource): AsyncGenerator<readonly EmojiLine[]> {
  for await (const rows of readEmojiRows(source))
    yield rows.map(({ name, key, picture, addedBy, at, deletedAt }) => ({
      name,
      key,
      addedBy,
      ...timeField('at', at),
      ...timeField('deletedAt', deletedAt),
      ...(picture !== null && deletedAt === null && { file: getEmojiFileId(picture) }),
    }));
}

function readEmojiRows({ read }: RowSource): AsyncGenerator<readonly EmojiRow[]> {
  return readPages<EmojiRow>(last => selectEmoji(read, last?.name ?? '', PAGE_SIZE));
}

/** The ids of the logo's pictures in `files.jsonl`, by name. */
export async function readLogoFiles({ read }: RowSource): Promise<Record<string, string>> {
  const rows = await selectLogo(read);
  return Object.fromEntries(rows.map(({ token, picture }) => [picture, getLogoFileId(token, picture)]));
}

function getEmojiFileId(picture: string): string {
  return deriveId(0, 'emoji', picture);
}

function getLogoFileId(token: string, picture: string): string {
  return deriveId(0, 'logo', token, picture);
}
