import { Store } from '@snug/client';
import { CommandError, type MessageFile } from '@snug/protocol';
import { errorText } from '../../strings/error-text.ts';
import { showError } from '../../ui/feedback/toast.ts';
import type { UploadOptions } from './upload-file.ts';
import { resetItem, selectFiles, type UploadItem, updateItem } from './upload-items.ts';

const MAX_PARALLEL_UPLOADS = 2;

export interface UploadQueueState {
  items: readonly UploadItem[];
  /** A sentence for each file that was last rejected. */
  rejections: readonly string[];
  /** No files can be added meanwhile. */
  isSending: boolean;
}

const EMPTY: UploadQueueState = { items: [], rejections: [], isSending: false };

export interface UploadQueueDependencies {
  upload(bytes: File, details: { name: string }, options: UploadOptions): Promise<MessageFile>;
  isConnected(): boolean;
  /** Deletes an upload that will not be sent. */
  discard(fileId: string): void;
  newKey(): string;
}

/** The files chosen for a room. Uploads start when they are sent. */
export class UploadQueue {
  readonly state = new Store<UploadQueueState>(EMPTY);
  readonly #dependencies: UploadQueueDependencies;
  readonly #controllers = new Map<string, AbortController>();
  #pending: UploadItem[] = [];

  constructor(dependencies: UploadQueueDependencies) {
    this.#dependencies = dependencies;
  }

  add(files: readonly File[]): void {
    const { items } = this.state.get();
    const { accepted, rejections } = selectFiles(items.length, files);
    const added = accepted.map(blobFile => ({
      fileKey: this.#dependencies.newKey(),
      blobFile,
      name: blobFile.name,
      status: 'inited' as const,
      progress: 0,
    }));
    this.#set({ items: [...items, ...added], rejections });
  }

  remove(fileKey: string): void {
    const { items } = this.state.get();
    const item = items.find(item => item.fileKey === fileKey);
    this.#abort(fileKey);
    if (item?.file) this.#dependencies.discard(item.file.id);
    this.#set({ items: items.filter(other => other !== item) });
  }

  async retry(fileKey: string): Promise<void> {
    const item = this.state.get().items.find(item => item.fileKey === fileKey);
    if (item?.status === 'error') this.#showErrors(await this.#upload(item));
  }

  /**
   * Uploads all files. Resolves to all items in order and empties the queue if all are uploaded, or if the connection is lost:
   * the outbox uploads the rest later. Shows errors and resolves to no items if an upload fails.
   */
  async send(): Promise<readonly UploadItem[]> {
    if (this.state.get().isSending) return [];
    if (!this.#dependencies.isConnected()) return this.#drain();
    this.#set({ isSending: true, rejections: [] });
    this.#pending = this.state.get().items.filter(({ status }) => status === 'inited' || status === 'error');
    const errors: (CommandError | undefined)[] = [];
    const work = async () => {
      for (let item = this.#pending.shift(); item; item = this.#pending.shift())
        errors.push(await this.#upload(item));
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_UPLOADS }, work)).finally(() =>
      this.#set({ isSending: false }),
    );
    const { items } = this.state.get();
    if (!this.#dependencies.isConnected() || items.every(({ file }) => file)) return this.#drain();
    this.#showErrors(...errors);
    return [];
  }

  /** Aborts running uploads and discards finished ones. If an upload has failed, the items stay for another try. */
  cancel(): void {
    this.#pending = [];
    for (const fileKey of this.#controllers.keys()) this.#abort(fileKey);
    const { items } = this.state.get();
    for (const { file } of items) if (file) this.#dependencies.discard(file.id);
    const hasFailed = items.some(({ status }) => status === 'error');
    this.#set({ ...EMPTY, items: hasFailed ? items.map(resetItem) : [] });
  }

  #drain(): readonly UploadItem[] {
    const { items } = this.state.get();
    this.state.set(EMPTY);
    return items;
  }

  /** Resolves to the error; undefined after success or an abort. */
  async #upload({ fileKey, blobFile, name }: UploadItem): Promise<CommandError | undefined> {
    if (!this.state.get().items.some(item => item.fileKey === fileKey)) return undefined;
    const control = new AbortController();
    this.#controllers.set(fileKey, control);
    this.#change(fileKey, { status: 'uploading', progress: 0 });
    try {
      const onProgress = (progress: number) => this.#change(fileKey, { progress });
      const file = await this.#dependencies.upload(
        blobFile,
        { name },
        { onProgress, signal: control.signal },
      );
      if (control.signal.aborted) this.#dependencies.discard(file.id);
      else this.#change(fileKey, { status: 'finished', progress: 100, file });
    } catch (error) {
      if (control.signal.aborted) return undefined;
      if (!(error instanceof CommandError)) throw error;
      this.#change(fileKey, { status: 'error', error: errorText(error) });
      return error;
    } finally {
      if (this.#controllers.get(fileKey) === control) this.#controllers.delete(fileKey);
    }
    return undefined;
  }

  #abort(fileKey: string): void {
    this.#controllers.get(fileKey)?.abort(new DOMException('The upload was aborted', 'AbortError'));
    this.#controllers.delete(fileKey);
  }

  /** Shows each text once, even if several files have the same error. */
  #showErrors(...errors: readonly (CommandError | undefined)[]): void {
    for (const text of new Set(errors.flatMap(error => (error ? errorText(error) : [])))) showError(text);
  }

  #change(fileKey: string, change: Partial<UploadItem>): void {
    this.#set({ items: updateItem(this.state.get().items, fileKey, change) });
  }

  #set(change: Partial<UploadQueueState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
