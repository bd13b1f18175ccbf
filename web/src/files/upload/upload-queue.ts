import { Store } from '@snug/client';
import { CommandError, type MessageFile } from '@snug/protocol';
import { errorText } from '../../strings/error-text.ts';
import { showError } from '../../ui/feedback/toast.ts';
import type { UploadOptions } from './upload-file.ts';
import { resetItem, selectFiles, type UploadItem, updateItem } from './upload-items.ts';

/** How many files travel at the same time. */
const MAX_PARALLEL_UPLOADS = 2;

export interface UploadQueueState {
  items: readonly UploadItem[];
  /** What was left out of the last choice, and why. */
  rejections: readonly string[];
  /** On the way to the room: nothing can be added. */
  isSending: boolean;
}

const EMPTY: UploadQueueState = { items: [], rejections: [], isSending: false };

export interface UploadQueueDependencies {
  upload(bytes: File, details: { name: string }, options: UploadOptions): Promise<MessageFile>;
  isConnected(): boolean;
  /** Takes back an upload that will not be sent. */
  discard(fileId: string): void;
  newKey(): string;
}

/** The files that somebody chose for a room, until they are sent. Nothing is uploaded before it is to be sent. */
export class UploadQueue {
  readonly state = new Store<UploadQueueState>(EMPTY);
  readonly #dependencies: UploadQueueDependencies;
  readonly #controllers = new Map<string, AbortController>();
  /** Those that wait for their turn. */
  #pending: UploadItem[] = [];

  constructor(parts: UploadQueueDependencies) {
    this.#dependencies = parts;
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

  /** Tries a failed one again. */
  async retry(fileKey: string): Promise<void> {
    const item = this.state.get().items.find(item => item.fileKey === fileKey);
    if (item?.status === 'error') this.#showErrors(await this.#upload(item));
  }

  /**
   * Uploads what is not yet there. Resolves to all items in their order, and forgets them, once each has arrived, or where
   * there is no connection any more: then they go later. To nothing where one has failed. Errors are shown.
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

  /**
   * Stops what is on its way and takes back what has arrived. The list is gone, unless something in it failed:
   * then it waits for another try.
   */
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

  /** Resolves to why it failed; to nothing where it did not, or was taken back. */
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
    this.#controllers.get(fileKey)?.abort(new DOMException('The upload was taken back', 'AbortError'));
    this.#controllers.delete(fileKey);
  }

  /** Each reason once, also where it met several files. */
  #showErrors(...errors: readonly (CommandError | undefined)[]): void {
    for (const words of new Set(errors.flatMap(error => (error ? errorText(error) : [])))) showError(words);
  }

  #change(fileKey: string, change: Partial<UploadItem>): void {
    this.#set({ items: updateItem(this.state.get().items, fileKey, change) });
  }

  #set(change: Partial<UploadQueueState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
