import { CommandError } from '@snug/protocol';
import type { Store } from '../base/store.ts';
import type { Outbox, OutboxParts } from './outbox.ts';
import type { OutboxItem } from './outbox-items.ts';
import type { PersistedOutboxItem, ReplyTarget, Upload } from './outbox-storage.ts';

const MAX_PARALLEL_UPLOADS = 2;

export interface HeldUpload {
  id: string;
  upload: Upload;
  target?: ReplyTarget | undefined;
}

export interface SendResult {
  isSent: boolean;
  errors: readonly CommandError[];
}

const byOutbox = new WeakMap<Outbox, HeldUploads>();

/** One for each outbox. */
export function getHeldUploads(outbox: Outbox): HeldUploads {
  const known = byOutbox.get(outbox) ?? new HeldUploads(outbox.parts);
  byOutbox.set(outbox, known);
  return known;
}

/** Until all files are uploaded, only this client shows the items. If it ends, they become messages of the outbox. */
export class HeldUploads {
  /** In the order of sending. `uploadError` is set after a failure, `file` after a success. */
  readonly items: Store<readonly OutboxItem[]>;
  readonly #parts: OutboxParts;
  /** By call of `send`, the ids that were not cancelled. */
  readonly #batches = new Set<Set<string>>();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.items = parts.items.held;
  }

  /**
   * If the connection is lost, sends all messages: the outbox uploads the rest later. After another failure, it keeps all
   * items, so that the person decides about them.
   */
  async send(roomId: string, uploads: readonly HeldUpload[]): Promise<SendResult> {
    const batch = new Set(uploads.map(({ id }) => id));
    this.#batches.add(batch);
    for (const upload of uploads) this.#hold(roomId, upload, 'waiting');
    const pending = [...batch];
    const errors: CommandError[] = [];
    const work = async () => {
      for (let id = pending.shift(); id !== undefined; id = pending.shift()) {
        const error = await this.#upload(id);
        if (error) errors.push(error);
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_UPLOADS }, work)).finally(() =>
      this.#batches.delete(batch),
    );
    const isSent = batch.size > 0 && (!this.#isConnected || [...batch].every(id => this.#isUploaded(id)));
    if (isSent) this.#release(roomId, batch);
    else this.#keep(batch);
    return { isSent, errors };
  }

  retry(roomId: string, upload: HeldUpload): Promise<CommandError | undefined> {
    this.#hold(roomId, upload, 'failed');
    return this.#upload(upload.id);
  }

  cancel(ids: readonly string[]): void {
    const { items, delivery } = this.#parts;
    for (const id of ids) {
      for (const batch of this.#batches) batch.delete(id);
      const item = items.get(id);
      if (item?.heldBy === undefined) continue;
      items.remove(id);
      delivery.cancelUpload(id);
      if (item.file) delivery.discardUpload(item.file);
    }
  }

  get #isConnected(): boolean {
    return this.#parts.connection.state.get().status === 'connected';
  }

  /** `status`: if the client ends meanwhile, the outbox sends the item (`waiting`) or lets the person decide (`failed`). */
  #hold(roomId: string, { id, upload, target }: HeldUpload, status: PersistedOutboxItem['status']): void {
    const { environment, items } = this.#parts;
    if (items.get(id)) {
      if (status === 'waiting') items.markWaiting(id);
      return;
    }
    const { clientId: heldBy } = environment.outboxStorage;
    void items.put({ id, roomId, upload, ...target, createdAt: environment.now(), status, heldBy });
  }

  async #upload(id: string): Promise<CommandError | undefined> {
    const { items, delivery } = this.#parts;
    const item = items.get(id);
    const isRunning = item?.progress !== undefined;
    if (!item?.upload || item.file || isRunning || !this.#isConnected) return undefined;
    items.update(id, { uploadError: undefined });
    try {
      await delivery.upload(item, item.upload);
      return undefined;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (!items.get(id)) return undefined;
      items.update(id, { uploadError: error });
      return error;
    }
  }

  /** Another client may have sent and removed it. */
  #isUploaded(id: string): boolean {
    const item = this.#parts.items.get(id);
    return !item || item.file !== undefined;
  }

  #release(roomId: string, ids: ReadonlySet<string>): void {
    for (const id of ids) this.#parts.items.release(id);
    this.#parts.onRelease(roomId);
  }

  #keep(ids: ReadonlySet<string>): void {
    const { items } = this.#parts;
    for (const id of ids) items.markFailed(id, items.get(id)?.uploadError?.message);
  }
}
