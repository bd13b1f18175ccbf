import { randomBytes } from 'node:crypto';
import type { CommandInput, CommandOutput } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { makeLogo } from '../../files/pictures.ts';
import type { FileRemoval } from '../../files/removal.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { makeFromUpload } from '../../files/uploaded-picture.ts';
import { FairQueue } from '../../limits/fair-queue.ts';
import type { FixedSettings } from '../../workspace/settings/settings.ts';
import type { setLogo } from './set-logo.ts';

const ACCEPTED_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp']);

export interface LogoServiceOptions {
  storage: FileStorage;
  removal: FileRemoval;
  read: Db;
  writer: MutationWriter<{ set_logo: typeof setLogo }>;
}

export class LogoService {
  readonly #options: LogoServiceOptions;
  readonly #queue = new FairQueue({ concurrency: 1, maxWaiting: 5, maxWaitingPerKey: 1 });

  constructor(options: LogoServiceOptions) {
    this.#options = options;
  }

  /** The caller has checked that the person is a workspace admin. */
  set(
    uid: string,
    input: CommandInput<'set_logo'>,
    fixed: FixedSettings,
  ): Promise<CommandOutput<'set_logo'>> {
    return this.#queue.run(uid, () => this.#set(uid, input, fixed));
  }

  async #set(uid: string, { fileId, version }: CommandInput<'set_logo'>, fixed: FixedSettings) {
    const { writer, removal } = this.#options;
    const made = await makeFromUpload(this.#options, { uid, fileId, types: ACCEPTED_TYPES, make: makeLogo });
    const pictures = Object.fromEntries(
      Object.entries(made).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
    );
    const token = randomBytes(16).toString('hex');
    const { setting, upload } = await writer.write(
      'set_logo',
      { uid },
      { fileId, version, token, pictures, fixed },
    );
    await removal.remove(upload);
    return { setting };
  }
}
