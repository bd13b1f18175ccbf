import { type HeldUpload, type HeldUploads, type ReplyTarget, Store } from '@snug/client';
import { type CommandError, DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import { errorText } from '../../../strings/error-text.ts';
import { showError } from '../../../ui/feedback/toast.ts';
import { type ChosenFile, selectFiles, toUploadItems, type UploadItem } from './upload-items.ts';

export interface UploadListState {
  files: readonly ChosenFile[];
  rejections: readonly string[];
  /** No files can be added meanwhile. */
  isSending: boolean;
}

const EMPTY: UploadListState = { files: [], rejections: [], isSending: false };

interface UploadOutbox {
  held: Pick<HeldUploads, 'items' | 'send' | 'retry' | 'cancel'>;
  /** Of one file. */
  maxFileBytes: Pick<Store<number>, 'get'>;
}

/** The files chosen for a room. When they are sent, each becomes an item of the outbox, which uploads it. */
export class UploadList {
  readonly state = new Store<UploadListState>(EMPTY);
  readonly #roomId: string;
  readonly #outbox: UploadOutbox;
  readonly #newKey: () => string;
  #attempt = 0;

  constructor(roomId: string, outbox: UploadOutbox, newKey: () => string) {
    this.#roomId = roomId;
    this.#outbox = outbox;
    this.#newKey = newKey;
  }

  add(chosen: readonly File[]): void {
    const { files } = this.state.get();
    const { accepted, rejections } = selectFiles(files.length, chosen, this.#outbox.maxFileBytes.get());
    const added = accepted.map(blobFile => ({ fileKey: this.#newKey(), blobFile }));
    this.#set({ files: [...files, ...added], rejections });
  }

  remove(fileKey: string): void {
    this.#outbox.held.cancel([fileKey]);
    this.#set({ files: this.state.get().files.filter(file => file.fileKey !== fileKey) });
  }

  async retry(fileKey: string): Promise<void> {
    const item = this.#listItems().find(item => item.fileKey === fileKey);
    if (item?.status !== 'error') return;
    const upload = await toHeldUpload(item);
    const error = this.#find(fileKey) && (await this.#outbox.held.retry(this.#roomId, upload));
    if (error) showErrors([error]);
  }

  /** Resolves to true and empties the list when the files are messages of the outbox. Otherwise shows the errors. */
  async send(getTarget: (index: number) => ReplyTarget | undefined = () => undefined): Promise<boolean> {
    if (this.state.get().isSending) return false;
    const attempt = ++this.#attempt;
    this.#set({ isSending: true, rejections: [] });
    const copies = await Promise.all(this.state.get().files.map(toHeldUpload));
    if (attempt !== this.#attempt) return false;
    const { isSent, errors } = await this.#outbox.held.send(
      this.#roomId,
      copies.filter(({ id }) => this.#find(id)).map((copy, index) => ({ ...copy, target: getTarget(index) })),
    );
    if (isSent) this.state.set(EMPTY);
    else showErrors(errors);
    if (attempt === this.#attempt) this.#set({ isSending: false });
    return isSent;
  }

  /** Aborts running uploads and discards finished ones. If an upload has failed, the files stay for another try. */
  cancel(): void {
    this.#attempt++;
    const items = this.#listItems();
    this.#outbox.held.cancel(items.map(({ fileKey }) => fileKey));
    const hasFailed = items.some(({ status }) => status === 'error');
    const files = items.map(({ fileKey, blobFile, error }) => ({
      fileKey,
      blobFile,
      ...(error && { error }),
    }));
    this.state.set({ ...EMPTY, files: hasFailed ? files : [] });
  }

  #listItems(): UploadItem[] {
    return toUploadItems(this.state.get().files, this.#outbox.held.items.get());
  }

  #find(fileKey: string): ChosenFile | undefined {
    return this.state.get().files.find(file => file.fileKey === fileKey);
  }

  #set(change: Partial<UploadListState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

/** Copies small files, because a file on the disk may change or disappear before the upload. */
async function toHeldUpload({ fileKey, blobFile }: ChosenFile): Promise<HeldUpload> {
  const { name, type, size } = blobFile;
  if (size > DEFAULT_MAX_FILE_BYTES) return { id: fileKey, upload: { bytes: blobFile, name } };
  const bytes = await blobFile.arrayBuffer().then(
    buffer => new Blob([buffer], { type }),
    () => blobFile,
  );
  return { id: fileKey, upload: { bytes, name } };
}

/** Shows each text once, even if several files have the same error. */
function showErrors(errors: readonly CommandError[]): void {
  for (const text of new Set(errors.map(errorText))) showError(text);
}
