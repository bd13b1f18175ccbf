import type { Content } from '@snug/client';
import { useEffect, useState } from 'react';
import { useChat, useChosenFiles } from '../../chat/chat-context.ts';
import { useStore } from '../../chat/use-store.ts';
import { lateWords } from '../../strings/lazy-strings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FilePicker } from './file-picker.tsx';
import styles from './upload-dialog.module.css';
import type { UploadItem } from './upload-items.ts';
import { Uploads } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { uploadWhileConnected } from './upload-while-connected.ts';

interface UploadDialogProps {
  roomId: string;
  /** What was dropped on the room or pasted into it last, or was chosen when the room was left; it joins the list. */
  files: readonly File[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Chooses files and sends each as a message of its own. */
export function UploadDialog({ roomId, files, isOpen, onOpenChange }: UploadDialogProps) {
  const chat = useChat();
  const [uploads] = useState(
    () =>
      new Uploads({
        isConnected: () => chat.connection.state.get().status === 'connected',
        upload: (bytes, details, options) => uploadWhileConnected(chat, bytes, details, options),
        newKey: () => chat.newId(),
        // What cannot be taken back now, the server drops by itself after a while.
        discard: fileId => void chat.discardFile(fileId).catch(() => undefined),
      }),
  );
  const chosen = useChosenFiles();
  useEffect(() => {
    if (!isOpen) {
      chosen.delete(roomId);
      return undefined;
    }
    // Before the list is cancelled, where the room is left.
    return () => {
      chosen.set(
        roomId,
        uploads.state.get().items.map(({ blobFile }) => blobFile),
      );
    };
  }, [chosen, roomId, uploads, isOpen]);
  useEffect(() => () => uploads.cancel(), [uploads]);
  useEffect(() => {
    if (files.length > 0) uploads.add(files);
  }, [files, uploads]);

  function change(isOpen: boolean): void {
    if (!isOpen) uploads.cancel();
    onOpenChange(isOpen);
  }

  async function send(): Promise<void> {
    const items = await uploads.send();
    const contents = await Promise.all(items.map(toContent));
    for (const content of contents) void chat.outbox.send(roomId, content);
    if (items.length > 0) onOpenChange(false);
  }

  return (
    <Dialog title={lateWords.uploads.title} isOpen={isOpen} onOpenChange={change}>
      <UploadForm uploads={uploads} isOpen={isOpen} onSend={() => void send()} />
    </Dialog>
  );
}

async function toContent({ blobFile, name, file }: UploadItem): Promise<Content> {
  // A copy: the file on the disk may change, or go, before it is uploaded.
  const bytes = await blobFile.arrayBuffer().then(
    buffer => new Blob([buffer], { type: blobFile.type }),
    () => blobFile,
  );
  return { upload: { bytes, name }, ...(file && { file }) };
}

interface UploadFormProps {
  uploads: Uploads;
  /** False while it is still seen on its way out. */
  isOpen: boolean;
  onSend: () => void;
}

function UploadForm({ uploads, isOpen, onSend }: UploadFormProps) {
  const { items, notes, isSending } = useStore(uploads.state);
  const isBusy = isSending || items.some(({ status }) => status === 'uploading');
  return (
    <div className={styles.content}>
      <FilePicker isBusy={isBusy || !isOpen} onFiles={files => uploads.add(files)} />
      {items.length > 0 && (
        <ul className={styles.list} aria-label={lateWords.uploads.list}>
          {items.map(item => (
            <UploadRow key={item.fileKey} item={item} uploads={uploads} />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <div className={styles.notes}>
          <p>{lateWords.uploads.limit}</p>
          <ul aria-live="polite" className={styles.leftOut}>
            {notes.map((note, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may read the same, and none moves
              <li key={index}>{note}</li>
            ))}
          </ul>
        </div>
        <Button look="main" disabled={items.length === 0} isBusy={isBusy} onClick={onSend}>
          {lateWords.uploads.send}
        </Button>
      </div>
    </div>
  );
}
