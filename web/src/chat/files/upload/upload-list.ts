import { type HeldUpload, type HeldUploads, type ReplyTarget, Store } from '@snug/client';
import { type CommandError, DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import { errorText } from '../../../strings/error-text.ts';
import { showError } from '../../../ui/feedback/toast.ts';
import {
  type ChosenFile,
  getShownName,
  selectFiles,
  toUploadItems,
  type UploadItem,
  unreadableText,
} from './upload-items.ts';

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
    if (!upload) return this.#leaveOut([item]);
    const error = this.#find(fileKey) && (await this.#outbox.held.retry(this.#roomId, upload));
    if (error) showErrors([error]);
  }

  /**
   * Resolves to true and empties the list when the files are messages of the outbox. Otherwise shows the errors. If it cannot read
   * a file, it leaves that one out and sends none.
   */
  async send(getTarget: (index: number) => ReplyTarget | undefined = () => undefined): Promise<boolean> {
    if (this.state.get().isSending) return false;
    const attempt = ++this.#attempt;
    this.#set({ isSending: true, rejections: [] });
    const { files } = this.state.get();
    const copies = await Promise.all(files.map(toHeldUpload));
    if (attempt !== this.#attempt) return false;
    const unreadable = files.filter((file, index) => !copies[index] && this.#find(file.fileKey));
    if (unreadable.length > 0) {
      this.#leaveOut(unreadable);
      this.#set({ isSending: false });
      return false;
    }
    const { isSent, errors } = await this.#outbox.held.send(
      this.#roomId,
      copies
        .flatMap(copy => (copy && this.#find(copy.id) ? [copy] : []))
        .map((copy, index) => ({ ...copy, target: getTarget(index) })),
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

  /** Another try would fail as well. */
  #leaveOut(files: readonly ChosenFile[]): void {
    for (const { fileKey } of files) this.remove(fileKey);
    this.#set({ rejections: files.map(({ blobFile }) => unreadableText(blobFile)) });
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

/**
 * Copies small files, because a file on the disk may change or disappear before the upload. Undefined if the browser cannot read
 * the file: browsers pass a folder as a file, and do not read a file that has changed since it was chosen.
 */
async function toHeldUpload({ fileKey, blobFile }: ChosenFile): Promise<HeldUpload | undefined> {
  const { name, type, size } = blobFile;
  const isLarge = size > DEFAULT_MAX_FILE_BYTES;
  try {
    const buffer = await (isLarge ? blobFile.slice(0, 1) : blobFile).arrayBuffer();
    return {
      id: fileKey,
      upload: { bytes: isLarge ? blobFile : new Blob([buffer], { type }), name: getShownName(name) },
    };
  } catch {
    return undefined;
  }
}

/** Shows each text once, even if several files have the same error. */
function showErrors(errors: readonly CommandError[]): void {
  for (const text of new Set(errors.map(errorText))) showError(text);
}
