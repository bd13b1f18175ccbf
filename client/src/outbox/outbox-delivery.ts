import { CommandError, DEFAULT_MAX_FILE_BYTES, type Message, type UploadedFile } from '@snug/protocol';
import type { Connection } from '../connection/connection.ts';
import type { Environment } from '../environment.ts';
import type { OutboxItem, OutboxItems } from './outbox-items.ts';
import type { Upload } from './outbox-storage.ts';

/** Without a connection, a large upload goes on if it makes progress in this time. */
const STALLED_MS = 15_000;

export class OutboxDelivery {
  readonly #environment: Pick<Environment, 'upload' | 'setTimer'>;
  readonly #connection: Pick<Connection, 'request' | 'state'>;
  readonly #items: OutboxItems;
  readonly #cancels = new Map<string, () => void>();

  constructor(
    environment: Pick<Environment, 'upload' | 'setTimer'>,
    connection: Pick<Connection, 'request' | 'state'>,
    items: OutboxItems,
  ) {
    this.#environment = environment;
    this.#connection = connection;
    this.#items = items;
  }

  /** Resolves to undefined if the item needs no message any more. Rejects with a `CommandError`. */
  async deliver(item: OutboxItem): Promise<Message | undefined> {
    const { upload } = item;
    const file = item.file ?? (upload && (await this.#uploadNow(item, upload)));
    if (upload && !file) return undefined;
    try {
      return await this.#send(item, file);
    } catch (error) {
      if (!upload || !file || !(error instanceof CommandError)) throw error;
      if (error.code === 'id_taken') return this.#discardDuplicate(item, file);
      if (error.code === 'not_found') await this.#resetUpload(item, file);
      throw error;
    }
  }

  /**
   * Saves the file before its message is sent, because a retry must use the same one. Resolves to the file that counts; to
   * undefined if the item is gone. Rejects with a `CommandError`.
   */
  async upload({ id, file: before }: OutboxItem, upload: Upload): Promise<UploadedFile | undefined> {
    const file = await this.#uploadFile(id, upload);
    const current = await this.#items.setFile(id, before, file);
    if (current?.id !== file.id) this.discardUpload(file);
    return current;
  }

  cancelUpload(id: string): void {
    this.#cancels.get(id)?.();
  }

  discardUpload({ id: fileId }: UploadedFile): void {
    this.#connection.request('discard_file', { fileId }).catch(() => {
      // The server deletes it later.
    });
  }

  async #send(
    { id, roomId, text, mentions, reply }: OutboxItem,
    file: UploadedFile | undefined,
  ): Promise<Message> {
    const content = {
      ...(text !== undefined && { text }),
      ...(mentions && { mentions: [...mentions] }),
      ...(file && { fileId: file.id }),
      ...(reply && { replyTo: reply.id }),
    };
    const { message } = await this.#connection.request('send_message', { roomId, id, ...content });
    return message;
  }

  /**
   * The message was not stored with the dropped file, or the server would have returned it. Always rejects: if the room is
   * missing as well, another upload does not help.
   */
  async #resetUpload({ id, roomId }: OutboxItem, file: UploadedFile): Promise<never> {
    await this.#connection.request('get_messages', { roomId, limit: 1 });
    await this.#items.setFile(id, file, undefined);
    throw new CommandError('unavailable');
  }

  /** Only this person's clients know the id: the stored message has the same file, from another upload of theirs. */
  #discardDuplicate({ id }: OutboxItem, file: UploadedFile): undefined {
    this.#items.remove(id);
    this.discardUpload(file);
  }

  async #uploadNow(item: OutboxItem, upload: Upload): Promise<UploadedFile | undefined> {
    try {
      return await this.upload(item, upload);
    } catch (error) {
      // The other uploads are sent soon, or expire.
      if (error instanceof CommandError && error.code === 'limit_exceeded')
        throw new CommandError('rate_limited', error.message, error.retryAfter);
      throw error;
    }
  }

  async #uploadFile(id: string, upload: Upload): Promise<UploadedFile> {
    this.#items.update(id, { progress: 0 });
    let stopWatching = () => {};
    try {
      const isLarge = upload.bytes.size > DEFAULT_MAX_FILE_BYTES;
      if (isLarge) await this.#assertAccepted(id, upload);
      let percent = 0;
      const { file, cancel } = this.#environment.upload(upload, progress => {
        percent = progress;
        this.#showProgress(id, Math.floor(progress));
      });
      stopWatching = this.#cancelIfStalled(cancel, isLarge ? () => percent : () => 0);
      this.#cancels.set(id, cancel);
      return await file;
    } finally {
      stopWatching();
      this.#cancels.delete(id);
      this.#items.update(id, { progress: undefined });
    }
  }

  /** Browsers read the response to an upload only after they have sent all of it. */
  async #assertAccepted(id: string, { bytes: { size } }: Upload): Promise<void> {
    await this.#connection.request('check_upload', { size });
    // It was cancelled meanwhile.
    if (!this.#items.get(id)) throw new CommandError('unavailable');
  }

  #showProgress(id: string, progress: number): void {
    if (this.#items.get(id)?.progress !== progress) this.#items.update(id, { progress });
  }

  /** Without a connection, an upload could hang for minutes. */
  #cancelIfStalled(cancel: () => void, getPercent: () => number): () => void {
    const { state } = this.#connection;
    let seen = 0;
    let stopTimer = () => {};
    const check = () => {
      stopTimer();
      if (state.get().status === 'connected') return;
      const percent = getPercent();
      if (percent <= seen) return cancel();
      seen = percent;
      stopTimer = this.#environment.setTimer(check, STALLED_MS);
    };
    const unsubscribe = state.subscribe(check);
    return () => {
      unsubscribe();
      stopTimer();
    };
  }
}
