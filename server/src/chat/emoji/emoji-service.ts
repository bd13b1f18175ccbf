import { randomBytes } from 'node:crypto';
import { type CommandInput, type CommandOutput, MAX_EMOJI_UPLOAD_BYTES } from '@snug/protocol';
import type { Caller } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { type EmojiPicture, makeEmojiPicture } from '../../files/emoji-picture.ts';
import type { FileRemoval } from '../../files/removal.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { makeFromUpload } from '../../files/uploaded-picture.ts';
import { FairQueue } from '../../limits/fair-queue.ts';
import { accessCreation } from '../../workspace/access.ts';
import type { FixedSettings } from '../../workspace/settings/settings.ts';
import type { EMOJI_MUTATIONS } from './emoji.ts';

const ACCEPTED_TYPES = new Set(['image/png', 'image/apng', 'image/gif', 'image/webp', 'image/jpeg']);

export interface EmojiServiceOptions {
  storage: FileStorage;
  removal: FileRemoval;
  read: Db;
  writer: MutationWriter<Pick<typeof EMOJI_MUTATIONS, 'add_emoji'>>;
}

export class EmojiService {
  readonly #options: EmojiServiceOptions;
  readonly #queue = new FairQueue({ concurrency: 1, maxWaiting: 20, maxWaitingPerKey: 1 });

  constructor(options: EmojiServiceOptions) {
    this.#options = options;
  }

  /** Throws `forbidden`, `invalid_input`, `too_large`, `not_found` and `rate_limited`. */
  async preview(
    caller: Caller,
    fileId: string,
    fixed: FixedSettings,
  ): Promise<CommandOutput<'preview_emoji'>> {
    const { webp, width, height, ...size } = await this.#make(caller, fileId, fixed);
    return { webp: webp.toString('base64'), width, height, ...presentSize({ webp, ...size }) };
  }

  /** Throws like `preview`, and `id_taken`, `limit_exceeded` and `unavailable`. */
  async add(
    caller: Caller,
    { name, fileId }: CommandInput<'add_emoji'>,
    fixed: FixedSettings,
  ): Promise<CommandOutput<'add_emoji'>> {
    const made = await this.#make(caller, fileId, fixed);
    const { emoji, upload } = await this.#options.writer.write(
      'add_emoji',
      { uid: caller.uid },
      {
        name,
        fileId,
        picture: randomBytes(16).toString('hex'),
        stored: {
          webp: made.webp.toString('base64'),
          still: made.still?.toString('base64') ?? null,
        },
        bytes: made.webp.byteLength,
        fixed,
      },
    );
    await this.#options.removal.remove(upload);
    return { emoji, ...presentSize(made) };
  }

  async #make(caller: Caller, fileId: string, fixed: FixedSettings): Promise<EmojiPicture> {
    await accessCreation(this.#options.read, caller, 'emoji', fixed);
    const { uid } = caller;
    const upload = {
      uid,
      fileId,
      types: ACCEPTED_TYPES,
      maxBytes: MAX_EMOJI_UPLOAD_BYTES,
      make: makeEmojiPicture,
    };
    return this.#queue.run(uid, () => makeFromUpload(this.#options, upload));
  }
}

function presentSize({
  webp,
  frames,
  reduced,
}: Pick<EmojiPicture, 'webp' | 'frames' | 'reduced'>): Pick<
  CommandOutput<'add_emoji'>,
  'bytes' | 'frames' | 'reduced'
> {
  return { bytes: webp.byteLength, frames, ...(reduced && { reduced }) };
}
