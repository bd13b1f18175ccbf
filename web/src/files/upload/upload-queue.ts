import { Store } from '@snug/client';
import { CommandError, type MessageFile } from '@snug/protocol';
import { wordsOfError } from '../../strings/error-text.ts';
import { showError } from '../../ui/feedback/toast.ts';
import type { UploadOptions } from './upload-file.ts';
import { changed, select, type UploadItem, unsent } from './upload-items.ts';

/** How many files travel at the same time. */
const AT_ONCE = 2;

export interface UploadsState {
  items: readonly UploadItem[];
  /** What was left out of the last choice, and why. */
  notes: readonly string[];
  /** On the way to the room: nothing can be added. */
  isSending: boolean;
}

const EMPTY: UploadsState = { items: [], notes: [], isSending: false };

export interface UploadsParts {
  upload(bytes: File, details: { name: string }, options: UploadOptions): Promise<MessageFile>;
  isConnected(): boolean;
  /** Takes back an upload that will not be sent. */
  discard(fileId: string): void;
  newKey(): string;
}

/** The files that somebody chose for a room, until they are sent. Nothing is uploaded before it is to be sent. */
export class Uploads {
  readonly state = new Store<UploadsState>(EMPTY);
  readonly #parts: UploadsParts;
  readonly #running = new Map<string, AbortController>();
  /** Those that wait for their turn. */
  #queue: UploadItem[] = [];

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  add(files: readonly File[]): void {
    const { items } = this.state.get();
    const { kept, notes } = select(items.length, files);
    const added = kept.map(blobFile => ({
      fileKey: this.#parts.newKey(),
      blobFile,
      name: blobFile.name,
      status: 'inited' as const,
      progress: 0,
    }));
    this.#set({ items: [...items, ...added], notes });
  }

  remove(fileKey: string): void {
    const { items } = this.state.get();
    const item = items.find(item => item.fileKey === fileKey);
    this.#stop(fileKey);
    if (item?.file) this.#parts.discard(item.file.id);
    this.#set({ items: items.filter(other => other !== item) });
  }

  /** Tries a failed one again. */
  async retry(fileKey: string): Promise<void> {
    const item = this.state.get().items.find(item => item.fileKey === fileKey);
    if (item?.status === 'error') this.#tell(await this.#upload(item));
  }

  /**
   * Uploads what is not yet there. Resolves to all items in their order, and forgets them, once each has arrived, or where
   * there is no connection any more: then they go later. To nothing where one has failed. Errors are shown.
   */
  async send(): Promise<readonly UploadItem[]> {
    if (this.state.get().isSending) return [];
    if (!this.#parts.isConnected()) return this.#takeAll();
    this.#set({ isSending: true, notes: [] });
    this.#queue = this.state.get().items.filter(({ status }) => status === 'inited' || status === 'error');
    const errors: (CommandError | undefined)[] = [];
    const work = async () => {
      for (let item = this.#queue.shift(); item; item = this.#queue.shift())
        errors.push(await this.#upload(item));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => this.#set({ isSending: false }));
    const { items } = this.state.get();
    if (!this.#parts.isConnected() || items.every(({ file }) => file)) return this.#takeAll();
    this.#tell(...errors);
    return [];
  }

  /**
   * Stops what is on its way and takes back what has arrived. The list is gone, unless something in it failed:
   * then it waits for another try.
   */
  cancel(): void {
    this.#queue = [];
    for (const fileKey of this.#running.keys()) this.#stop(fileKey);
    const { items } = this.state.get();
    for (const { file } of items) if (file) this.#parts.discard(file.id);
    const hasFailed = items.some(({ status }) => status === 'error');
    this.#set({ ...EMPTY, items: hasFailed ? items.map(unsent) : [] });
  }

  #takeAll(): readonly UploadItem[] {
    const { items } = this.state.get();
    this.state.set(EMPTY);
    return items;
  }

  /** Resolves to why it failed; to nothing where it did not, or was taken back. */
  async #upload({ fileKey, blobFile, name }: UploadItem): Promise<CommandError | undefined> {
    if (!this.state.get().items.some(item => item.fileKey === fileKey)) return undefined;
    const control = new AbortController();
    this.#running.set(fileKey, control);
    this.#change(fileKey, { status: 'uploading', progress: 0 });
    try {
      const onProgress = (progress: number) => this.#change(fileKey, { progress });
      const file = await this.#parts.upload(blobFile, { name }, { onProgress, signal: control.signal });
      if (control.signal.aborted) this.#parts.discard(file.id);
      else this.#change(fileKey, { status: 'finished', progress: 100, file });
    } catch (error) {
      if (control.signal.aborted) return undefined;
      if (!(error instanceof CommandError)) throw error;
      this.#change(fileKey, { status: 'error', error: wordsOfError(error) });
      return error;
    } finally {
      if (this.#running.get(fileKey) === control) this.#running.delete(fileKey);
    }
    return undefined;
  }

  #stop(fileKey: string): void {
    this.#running.get(fileKey)?.abort(new DOMException('The upload was taken back', 'AbortError'));
    this.#running.delete(fileKey);
  }

  /** Each reason once, also where it met several files. */
  #tell(...errors: readonly (CommandError | undefined)[]): void {
    for (const words of new Set(errors.flatMap(error => (error ? wordsOfError(error) : []))))
      showError(words);
  }

  #change(fileKey: string, change: Partial<UploadItem>): void {
    this.#set({ items: changed(this.state.get().items, fileKey, change) });
  }

  #set(change: Partial<UploadsState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}
